//! Which inputs violate an assertion: executions that end where one fails, from the same formula
//! (`bounded-infeasible-code`, section 9, "Future Work").
//!
//! An assertion is a conditional choice, and the side on which it fails is an end. The formula is about the executions that come to such
//! an end, in place of those that come to the end of the program; the points to be covered are the assertions.

use crate::algorithms::{self, Paths};
use crate::cover::{Failure, Task, bounds, is_too_large, name, verdict};
use crate::goals::{self, Goal};
use crate::search::Search;
use crate::unwind::{Ends, TooLarge};
use clew_facts::{AssertVerdict, CoverAsserts, Verdict};
use clew_ir::Program;
use clew_term::TermPool;

/// Looks for executions that violate assertions, and proofs for the assertions that none violates.
pub(crate) fn violations(task: &Task<'_>) -> Result<CoverAsserts, Failure> {
    let mut pool = TermPool::new();
    let formula = match task.formula(Ends::Failed, &mut pool) {
        Ok(formula) => formula,
        Err(TooLarge) => {
            let goals = goals::all(task.program, task.scope, Ends::Failed).into_iter();
            let goals = goals.map(|goal| named(task.program, goal, Verdict::Undecided(vec![is_too_large()])));
            return Ok(CoverAsserts { goals: goals.collect(), ..CoverAsserts::default() });
        }
    };
    let mut search = Search::new(task.program, task.scope, &formula, pool, task.limits.clone());
    let paths = match formula.dominators.nodes.is_empty() {
        true => Paths::All,
        false => algorithms::run(task.options.algorithm, &mut search)?,
    };
    let assurance = bounds(task.scope, task.options.unwind);
    let goals = formula.goals.iter().zip(&search.status);
    let goals =
        goals.map(|(goal, status)| named(task.program, goal, verdict(task.scope, goal, status, &assurance))).collect();
    Ok(CoverAsserts { violations: search.tests, goals, complete: paths == Paths::All })
}

fn named(program: &Program, goal: Goal, verdict: Verdict) -> AssertVerdict {
    let ((procedure, block), (id, at)) = (name(program, goal), goal.block());
    let position = goal.position();
    let line = program.procedures[id].body.blocks[at].stmts.get(position).map_or(0, |stmt| stmt.origin.line);
    AssertVerdict { procedure, block, position, line, verdict }
}
