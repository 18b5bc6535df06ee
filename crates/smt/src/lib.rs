//! One solver interface: backends, decorators, models and cores.
//!
//! [`Solver`] is the one trait. [`Z3`] is a backend; [`Simplify`], [`Slice`], [`TruthTable`] and [`Reuse`] each wrap another solver and
//! answer what they can without it; [`Floats`] answers about floats; [`Integers`] answers about words by bounds, by integers, and by a search. Only [`solver_chain`] puts them together. [`prefer_small`] asks a solver for a model
//! with small numbers. [`Incremental`] is for one growing conjunction that is asked about many times.
//!
//! ```
//! use clew_smt::{ChainConfig, QueryLimits, Solver, solver_chain};
//! use clew_term::{Sort, TermPool};
//!
//! let mut pool = TermPool::new();
//! let x = pool.fresh("x", Sort::Bv(32));
//! let one = pool.bv32(1);
//! let next = pool.add(x, one);
//! let overflows = pool.slt(next, x);
//! let mut solver = solver_chain(&ChainConfig::default());
//! let result = solver.check(&mut pool, &[overflows], &QueryLimits::default());
//! let value = pool.as_symbol(x).and_then(|symbol| result.model()?.get(symbol)?.as_i32());
//! assert_eq!(value, Some(i32::MAX), "only the greatest int overflows");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod backend;
mod cases;
mod chain;
mod distinct;
mod floats;
mod integers;
mod letters;
mod multi_repair;
mod offset_elimination;
mod renaming;
mod repair;
mod restate;
mod reuse;
mod simplify;
mod slice;
mod small;
mod small_values;
mod solver;
mod truth_table;
mod width_reduction;

pub use backend::z3::Z3;
pub use backend::z3::incremental::{Answer, Incremental};
pub use backend::z3::quantified::{Formula, is_satisfiable};
pub use cases::Cases;
pub use chain::{ChainConfig, solver_chain};
pub use distinct::{prefer_boundaries, prefer_distinct, prefer_greatest, prefer_true};
pub use floats::Floats;
pub use integers::Integers;
pub use letters::change_letters;
pub use multi_repair::repair_several;
pub use offset_elimination::OffsetElimination;
pub use renaming::Renaming;
pub use repair::repair;
pub use reuse::Reuse;
pub use simplify::Simplify;
pub use slice::Slice;
pub use small::{prefer_among, prefer_default, prefer_near_zero, prefer_small};
pub use small_values::enumerate_small_values;
pub use solver::{Core, DEFAULT_WORK, Model, QueryLimits, SatResult, Solver, Statistics, UnknownReason, WorkMeter};
pub use truth_table::TruthTable;
pub use width_reduction::WidthReduction;
