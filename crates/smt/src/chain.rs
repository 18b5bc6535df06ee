//! The one place where solvers are put together.

use crate::backend::z3::Z3;
use crate::cases::Cases;
use crate::floats::Floats;
use crate::integers::Integers;
use crate::offset_elimination::OffsetElimination;
use crate::renaming::Renaming;
use crate::reuse::Reuse;
use crate::simplify::Simplify;
use crate::slice::Slice;
use crate::solver::Solver;
use crate::truth_table::TruthTable;
use crate::width_reduction::WidthReduction;

/// Which decorators a chain has. Every one can be left out without changing what answers mean.
#[derive(Clone, Debug)]
pub struct ChainConfig {
    /// Rewrite constraints before they are asked. Default: yes.
    pub simplify: bool,
    /// Ask independent parts one by one. Default: yes.
    pub slice: bool,
    /// Answer queries over one symbol of few bits by a truth table. Default: yes.
    pub truth_table: bool,
    /// Answer from earlier models and cores where possible. Default: yes.
    pub reuse: bool,
    /// Eliminate offsets in equations between symbols. Default: yes.
    pub offset_elimination: bool,
    /// Reduce the width of symbols that are only compared. Default: yes.
    pub width_reduction: bool,
    /// Answer costly queries from earlier ones that differ only in the names of symbols. Default: yes.
    pub renaming: bool,
    /// Look for proofs and models about floats without the backend. Default: yes.
    pub floats: bool,
    /// Ask about integers where words take too much work. Default: yes.
    pub integers: bool,
    /// Ask by the values of a symbol of few values where a query takes too much work. Default: yes.
    pub cases: bool,
}

impl Default for ChainConfig {
    fn default() -> Self {
        Self {
            simplify: true,
            slice: true,
            truth_table: true,
            reuse: true,
            offset_elimination: true,
            width_reduction: true,
            renaming: true,
            floats: true,
            integers: true,
            cases: true,
        }
    }
}

/// The solver that engines use. A query passes the decorators in this order: simplification, slicing, truth tables, reuse, offset
/// elimination, bit-width reduction, renaming, floats, cases, integers (which asks Z3 about words first), Z3.
pub fn solver_chain(config: &ChainConfig) -> Box<dyn Solver> {
    let mut solver: Box<dyn Solver> = Box::new(Z3::new());
    if config.integers {
        solver = Box::new(Integers::new(solver));
    }
    if config.cases {
        solver = Box::new(Cases::new(solver));
    }
    if config.floats {
        solver = Box::new(Floats::new(solver));
    }
    if config.renaming {
        solver = Box::new(Renaming::new(solver));
    }
    if config.width_reduction {
        solver = Box::new(WidthReduction::new(solver));
    }
    if config.offset_elimination {
        solver = Box::new(OffsetElimination::new(solver));
    }
    if config.reuse {
        solver = Box::new(Reuse::new(solver));
    }
    if config.truth_table {
        solver = Box::new(TruthTable::new(solver));
    }
    if config.slice {
        solver = Box::new(Slice::new(solver));
    }
    if config.simplify {
        solver = Box::new(Simplify::new(solver));
    }
    solver
}
