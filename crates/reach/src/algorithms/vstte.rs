//! As many new minimal blocks as possible with each query (section 7, "query-optimal").
//!
//! The formula counts the minimal blocks that an execution passes and that no earlier one has passed. The query asks for at
//! least a certain number of them: first as many as a path through the graph can have, and half as many after each query
//! without a model. If not even one can be passed, all are infeasible.

use super::{Paths, minimal::minimal};
use crate::goals::GoalIndex;
use crate::search::{Found, Internal, Search, Status, Wanted};
use clew_base::FastSet;
use clew_term::Term;
use num_bigint::BigInt;

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    loop {
        let open = search.open();
        if open.is_empty() {
            return Ok(Paths::Some);
        }
        let minimal = minimal(search, &open);
        if !cover(search, &minimal)? {
            return Ok(Paths::Some);
        }
    }
}

/// Decides these blocks. False where a limit was hit.
fn cover(search: &mut Search<'_>, minimal: &[GoalIndex]) -> Result<bool, Internal> {
    let mut at_least = usize::MAX;
    loop {
        let open: Vec<GoalIndex> =
            minimal.iter().copied().filter(|goal| search.status[*goal] == Status::Open).collect();
        if open.is_empty() {
            return Ok(true);
        }
        at_least = at_least.min(most(search, &open)).max(1);
        let enough = count(search, &open, at_least);
        match search.ask(&[enough], Wanted::Execution)? {
            Found::Test(_) => {}
            Found::Nothing(_) if at_least == 1 => {
                open.into_iter().for_each(|goal| search.status[goal] = Status::Infeasible);
                return Ok(true);
            }
            Found::Unknown(_) if at_least == 1 => return Ok(false),
            Found::Nothing(_) | Found::Unknown(_) => at_least /= 2,
        }
    }
}

/// How many clones of these blocks a way through the graph passes at most.
fn most(search: &Search<'_>, goals: &[GoalIndex]) -> usize {
    let wanted: FastSet<usize> = goals.iter().flat_map(|goal| search.goals.clones(*goal)).copied().collect();
    let mut most = vec![0_usize; search.dominators.nodes.len()];
    for place in (0..most.len()).rev() {
        let behind = search.dominators.outgoing[place].iter().map(|(_, next)| most[*next]).max().unwrap_or(0);
        most[place] = behind + usize::from(wanted.contains(&place));
    }
    most.first().copied().unwrap_or(0).min(goals.len())
}

/// The condition that an execution passes at least `at_least` of the blocks.
fn count(search: &mut Search<'_>, goals: &[GoalIndex], at_least: usize) -> Term {
    let passes: Vec<Term> = goals.iter().map(|goal| search.passes(*goal)).collect();
    if at_least == 1 {
        return search.pool.or_all(&passes);
    }
    let pool = &mut search.pool;
    let (one, zero) = (pool.int(BigInt::from(1)), pool.int(BigInt::ZERO));
    let counted: Vec<Term> = passes.into_iter().map(|passed| pool.ite(passed, one, zero)).collect();
    let sum = counted.into_iter().reduce(|sum, next| pool.add(sum, next)).unwrap_or(zero);
    let bound = pool.int(BigInt::from(at_least));
    pool.sge(sum, bound)
}
