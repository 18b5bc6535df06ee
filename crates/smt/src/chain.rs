//! The one place where solvers are put together.

use crate::backend::z3::Z3;
use crate::floats::Floats;
use crate::integers::Integers;
use crate::narrow::Narrow;
use crate::reuse::Reuse;
use crate::shift::Shift;
use crate::simplify::Simplify;
use crate::single::Single;
use crate::slice::Slice;
use crate::solver::Solver;

/// Which decorators a chain has. Every one can be left out without changing what answers mean.
#[derive(Clone, Debug)]
pub struct ChainConfig {
    /// Rewrite constraints before they are asked. Default: yes.
    pub simplify: bool,
    /// Ask independent parts one by one. Default: yes.
    pub slice: bool,
    /// Answer what is asked of one character by the characters for which it holds. Default: yes.
    pub single: bool,
    /// Answer from earlier models and cores where possible. Default: yes.
    pub reuse: bool,
    /// Take constants out of equations between symbols. Default: yes.
    pub shift: bool,
    /// Give names that are only compared with each other few bits. Default: yes.
    pub narrow: bool,
    /// Look for proofs and models of what is said of floats without the backend. Default: yes.
    pub floats: bool,
    /// Ask about integers where words take too much work. Default: yes.
    pub integers: bool,
}

impl Default for ChainConfig {
    fn default() -> Self {
        Self {
            simplify: true,
            slice: true,
            single: true,
            reuse: true,
            shift: true,
            narrow: true,
            floats: true,
            integers: true,
        }
    }
}

/// The solver that engines use: simplify, then cut into independent parts, then answer those about one character, then reuse models and cores, then
/// make equations plainer, then narrower, then answer about floats, then ask Z3, and Z3 again about integers where it has not answered.
pub fn solver_chain(config: &ChainConfig) -> Box<dyn Solver> {
    let mut solver: Box<dyn Solver> = Box::new(Z3::new());
    if config.integers {
        solver = Box::new(Integers::new(solver));
    }
    if config.floats {
        solver = Box::new(Floats::new(solver));
    }
    if config.narrow {
        solver = Box::new(Narrow::new(solver));
    }
    if config.shift {
        solver = Box::new(Shift::new(solver));
    }
    if config.reuse {
        solver = Box::new(Reuse::new(solver));
    }
    if config.single {
        solver = Box::new(Single::new(solver));
    }
    if config.slice {
        solver = Box::new(Slice::new(solver));
    }
    if config.simplify {
        solver = Box::new(Simplify::new(solver));
    }
    solver
}
