//! Class path, class hierarchy and the translation of bytecode to the IR.
//!
//! A [`World`] loads classes from a [`ClassPath`] as they are asked for, resolves references as the JVM specification
//! has it, and translates the code of methods. It executes nothing and initializes nothing.
//!
//! ```
//! use clew_jvm::{ClassPath, Jdk, World};
//!
//! let jdk = Jdk::locate(None).expect("a JDK is installed");
//! let (class_path, problems) = ClassPath::open(&jdk, &[], &[]);
//! assert!(problems.is_empty());
//! let world = World::new(class_path);
//! let math = world.load("java/lang/Math").expect("every JDK has this class");
//! let max = world.find_method(math, "max", "(II)I").expect("the class has this method");
//! let code = world.code(max).expect("the code can be translated");
//! assert!(code.body.blocks.len() > 1, "it branches");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod call_graph;
mod classfile;
mod classpath;
mod closed;
mod descriptor;
mod error;
mod exceptions;
mod jdk;
mod link;
mod mutants;
mod op;
mod signature;
mod snapshot;
mod translate;
mod verify;
mod world;

pub use call_graph::{CallGraph, CallSites};
pub use classfile::{ConstantValue, NEWEST_MAJOR, Nesting, Nullness};
pub use classpath::{ClassPath, Origin, Provenance, Surveyed, survey};
pub use closed::{answers_from_contents, is_closed, is_of_collections, is_value_class, stays_closed};
pub use descriptor::{MethodShape, keyword, parse_method_descriptor};
pub use error::{InputProblem, JvmError, LoadError, ResolveError, SelectError, TranslateError};
pub use exceptions::is_thrown_again;
pub use jdk::{Jdk, OLDEST_JAVA};
pub use link::LinkError;
pub use mutants::{Mutant, MutantOperator, Mutants};
pub use signature::{
    ClassSignature, GenericType, MethodSignature, TypeParameter, parse_class_signature, parse_field_signature,
    parse_method_signature,
};
pub use snapshot::{Known, KnownClass, KnownField, KnownObject, Snapshot};
pub use translate::{AssertionSite, BranchSite, BranchSiteKind, CheckSite, HandlerSite, MethodCode};
pub use world::{
    ArrayElement, Class, ClassId, ClassKind, Declared, Field, FieldId, FieldUse, Meaning, Method, MethodId, Place,
    PlaceError, World, flags, outermost_of, package_of,
};
