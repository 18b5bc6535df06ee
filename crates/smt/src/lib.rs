//! One solver interface: backends, decorators, models and cores.
//!
//! [`Solver`] is the one trait. [`Z3`] is a backend; [`Simplify`], [`Slice`], [`Single`] and [`Reuse`] each wrap another solver and
//! answer what they can without it; [`Floats`] answers about floats; [`Integers`] answers about words by bounds, by integers, and by a search. Only [`solver_chain`] puts them together. [`prefer_small`] asks a solver for a model
//! with small numbers. [`Incremental`] is for one growing conjunction that is asked about many times.

mod backend;
mod chain;
mod distinct;
mod floats;
mod grid;
mod integers;
mod mend;
mod narrow;
mod repair;
mod restate;
mod reuse;
mod shift;
mod simplify;
mod single;
mod slice;
mod small;
mod solver;

pub use backend::z3::Z3;
pub use backend::z3::incremental::{Answer, Incremental};
pub use chain::{ChainConfig, solver_chain};
pub use distinct::{prefer_boundaries, prefer_distinct, prefer_true};
pub use floats::Floats;
pub use grid::grid;
pub use integers::Integers;
pub use mend::mend;
pub use narrow::Narrow;
pub use repair::repair;
pub use reuse::Reuse;
pub use shift::Shift;
pub use simplify::Simplify;
pub use single::Single;
pub use slice::Slice;
pub use small::{prefer_among, prefer_default, prefer_small};
pub use solver::{Core, DEFAULT_WORK, Model, QueryLimits, SatResult, Solver, Statistics, UnknownReason, WorkMeter};
