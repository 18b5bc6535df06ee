//! The symbolic heap: objects and arrays of which parts are unknown, and references that may name one of several.
//!
//! A [`Heap`] is a persistent value: cloning it is cheap and an update of one clone is not seen by another. It holds no
//! opinion on how the unknown part comes to be known. That is a [`HeapModel`]'s business, whose operations give
//! *guarded* results: alternatives, each with the condition under which it holds and the heap that it leaves behind.
//! [`LazyInitialization`] is the model of the thesis's section 2.1.3: an unknown reference is
//! decided where it is first dereferenced. [`HeapSolver`] is that of chapter 6: the choice stays inside the value that is
//! read, and only a program's own branches decide it.
//!
//! The crate knows neither Java classes nor engines: types are ids, and a [`TypeOracle`] says how they are related.
//!
//! ```
//! use clew_base::Id;
//! use clew_heap::{Heap, HeapContext, HeapModel, HeapSolver, Kind, Ref, TypeConstraint, TypeId, TypeOracle};
//! use clew_term::TermPool;
//!
//! /// One class without subclasses.
//! struct OneClass;
//!
//! impl TypeOracle for OneClass {
//!     fn is_subtype(&self, sub: TypeId, sup: TypeId) -> bool {
//!         sub == sup
//!     }
//!     fn array_element(&self, _: TypeId) -> Option<Kind> {
//!         None
//!     }
//!     fn may_be_inhabited(&self, constraint: &TypeConstraint) -> bool {
//!         constraint.admits(TypeId::from_index(0), self)
//!     }
//! }
//!
//! let (mut pool, mut heap, solver) = (TermPool::new(), Heap::new(), HeapSolver::default());
//! let mut cx = HeapContext { pool: &mut pool, oracle: &OneClass };
//! let node = TypeConstraint::subtype_of(TypeId::from_index(0));
//! let [x, y] = ["x", "y"].map(|name| solver.unknown_reference(&mut cx, &mut heap, name, node.clone()));
//! let same = solver.compare(&mut cx, &heap, Ref::Var(x), Ref::Var(y)).expect("both can be compared");
//! assert_eq!(pool.as_bool(same.value), None, "two references of the input may be one object or two");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod array;
mod assumptions;
mod heap;
mod kind;
mod lazy;
mod model;
mod object;
pub mod operators;
mod solver;
mod types;
mod value;

pub use array::{Array, ArrayData, CellDefault};
pub use assumptions::{EntryAssumption, EntryPlace};
pub use heap::{Heap, RefVar, RefVarInfo, Target};
pub use kind::Kind;
pub use lazy::{Aliasing, LazyInitialization, is_null};
pub use model::{
    Address, Alternative, AtEntry, Choice, Conflict, FieldAtEntry, FieldRead, Guarded, HeapContext, HeapError,
    HeapModel, Named, Names, Undecided,
};
pub use object::{Content, FieldId, Object, ObjectId, Provenance};
pub use solver::{ADDRESS_BITS, HeapSolver, Initial, Place, Rule, Slot, object_at_address};
pub use types::{TypeConstraint, TypeId, TypeOracle};
pub use value::{Ref, Value};
