//! Hash-consed terms with canonical forms, a simplifier, an evaluator and a printer.
//!
//! A [`Term`] is a four-byte handle into a [`TermPool`]. Terms are made only by the pool's constructors, each of which
//! looks at its operands once and returns an equal, simpler term where it knows one; so simplification costs nothing
//! afterwards and two terms that simplify to the same form are the same handle. What each operator means is written
//! once, in [`semantics`]: constant folding and evaluation both call it.
//!
//! This crate knows nothing of programs and nothing of solvers.
//!
//! ```
//! use clew_term::{Sort, TermPool};
//!
//! let mut pool = TermPool::new();
//! let x = pool.fresh("x", Sort::Bv(32));
//! let one = pool.bv32(1);
//! let sum = pool.add(x, one);
//! let again = pool.add(one, x);
//! assert_eq!(sum, again, "equal terms are one handle");
//! let equation = pool.eq(sum, again);
//! assert_eq!(pool.as_bool(equation), Some(true));
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod alignment;
mod build;
mod display;
mod eval;
mod node;
mod pool;
mod range;
pub mod semantics;
mod sort;
mod tabulation;
mod traverse;
mod value;

pub use display::TermDisplay;
pub use eval::Evaluator;
pub use node::{BinaryOp, FloatConversion, IndexList, IntId, Node, Rounding, UnaryOp};
pub use pool::{SymbolId, Term, TermPool};
pub use range::SignedRange;
pub use sort::{ArraySort, ElementSort, IndexSort, MAX_WIDTH, Sort};
pub use tabulation::{Tabulation, only_small_symbol};
pub use value::{ArrayValue, Assignment, Value};
