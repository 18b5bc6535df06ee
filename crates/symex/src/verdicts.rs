//! From what an exploration reached and what it gave up to a verdict for each goal.

use crate::machine::Machine;
use clew_base::FastSet;
use clew_facts::{CutReason, GoalVerdict, Proof, ProofError, Verdict};
use clew_ir::{BlockId, Body};

/// What is known of each goal when the exploration has ended.
#[derive(Default)]
pub(crate) struct Reached {
    /// The test that reaches each goal, if one does.
    pub tests: Vec<Option<usize>>,
    /// For goals that a path reached of which no test could be made: why.
    pub without_test: Vec<Option<CutReason>>,
}

/// The verdict of each goal. A cut counts against a goal only if the goal lies behind it in the method's own graph: what
/// a nested activation of the method reaches, some input of the method reaches as well.
pub(crate) fn verdicts(machine: &Machine<'_>, body: &Body, reached: &Reached, waiting: usize) -> Vec<GoalVerdict> {
    let balanced = machine.account.balances_with(waiting);
    let mut behind: Vec<(BlockId, FastSet<BlockId>)> = Vec::new();
    for (block, _) in &machine.cuts {
        if !behind.iter().any(|(known, _)| known == block) {
            behind.push((*block, reachable_from(body, *block)));
        }
    }
    machine
        .goals
        .goals
        .iter()
        .enumerate()
        .map(|(index, goal)| {
            let verdict = match (reached.tests[index], &reached.without_test[index]) {
                (Some(test), _) => Verdict::Reached { test },
                (None, Some(reason)) => Verdict::Undecided(vec![reason.clone()]),
                (None, None) if !balanced => Verdict::Undecided(vec![unbalanced()]),
                (None, None) => unreached(machine, &behind, machine.goals.places(index)),
            };
            GoalVerdict { goal: goal.clone(), verdict }
        })
        .collect()
}

fn unbalanced() -> CutReason {
    CutReason::Unsupported("an internal error: a path was lost".to_owned())
}

/// The verdict of a goal that no path reached.
fn unreached(machine: &Machine<'_>, behind: &[(BlockId, FastSet<BlockId>)], places: &[BlockId]) -> Verdict {
    let mut ledger = machine.assurance.clone();
    for (block, reason) in &machine.cuts {
        let leads_there =
            behind.iter().any(|(cut, blocks)| cut == block && places.iter().any(|place| blocks.contains(place)));
        if leads_there {
            ledger.cut(reason.clone());
        }
    }
    match Proof::of(&ledger) {
        Ok(proof) => Verdict::Unreachable(proof),
        Err(ProofError(reasons)) => Verdict::Undecided(reasons),
    }
}

/// The blocks that control can get to from a block, itself included.
fn reachable_from(body: &Body, start: BlockId) -> FastSet<BlockId> {
    let mut seen = FastSet::default();
    let mut waiting = vec![start];
    while let Some(block) = waiting.pop() {
        if seen.insert(block) {
            waiting.extend(body.blocks[block].terminator.successors());
        }
    }
    seen
}
