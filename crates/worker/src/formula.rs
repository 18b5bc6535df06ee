//! Goals that an exploration left undecided, or proved under conditions, asked of the formula of the method
//! (`bounded-infeasible-code`).

use clew_base::{CancelToken, FastSet};
use clew_facts::{Assumption, Assurance, MethodFacts, Options, Proof, Verdict};
use clew_ir::{BlockId, Spot};
use clew_jvm::{MethodId, World};
use clew_reach::{Feasibility, Wanted, feasibility};
use clew_smt::QueryLimits;
use clew_symex::{goal_spots, reachable_by_vm_errors_only, vm_error_handlers};
use std::time::Instant;

/// What the formula may cost, as a part of what the exploration may: one in this many, in work and in time.
const PART: u32 = 4;

/// Proves of goals that no execution gets there, as far as the formula of the method tells.
pub(crate) fn decide(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    facts: &mut MethodFacts,
) {
    let is_left = |verdict: &Verdict| match verdict {
        Verdict::Undecided(_) => true,
        Verdict::Unreachable(proof) => !proof.is_unconditional(),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => false,
    };
    let left: Vec<bool> = facts.goals.iter().map(|it| is_left(&it.verdict)).collect();
    if !left.contains(&true) || cancel.is_cancelled() {
        return;
    }
    let deadline = options.time.map(|time| Instant::now() + time / PART);
    let cancel = deadline.map_or_else(|| cancel.clone(), |deadline| cancel.with_deadline(deadline));
    let infeasible = infeasible(world, method, options, &cancel, &|goal| left[goal]);
    facts.clock_bound |= cancel.is_cancelled();
    let Ok(proof) = proof() else { return };
    for goal in infeasible {
        facts.goals[goal].verdict = Verdict::Unreachable(proof.clone());
    }
}

/// What a proof by the formula rests on: nothing that is not assumed anyway.
fn proof() -> Result<Proof, clew_facts::ProofError> {
    let mut ledger = Assurance::new();
    ledger.assume(Assumption::NoVmErrors);
    ledger.assume(Assumption::ClosedWorldJdk);
    Proof::of(&ledger)
}

/// The goals among the wanted, by their positions, that the formula of the method has no execution to.
pub fn infeasible(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    is_wanted: &dyn Fn(usize) -> bool,
) -> Vec<usize> {
    let Ok(code) = world.code(method) else { return Vec::new() };
    let (wanted, mut spots): (Vec<usize>, Vec<Vec<Spot>>) = goal_spots(&code)
        .into_iter()
        .enumerate()
        .filter(|(goal, _)| is_wanted(*goal))
        .map(|(goal, (_, spots))| (goal, spots))
        .unzip();
    let handlers = vm_error_handlers(world, &code);
    spots.extend(handlers.iter().map(|block| vec![Spot::Block(*block)]));
    let query = QueryLimits { work: Some(options.query_work), cancel: cancel.clone(), ..QueryLimits::default() };
    // Where the user has said what calls do, their code does not tell.
    let replaces_calls = options.input_calls.is_empty() && options.models.is_empty();
    let work = options.solver_work / u64::from(PART);
    let asked = Wanted { goals: &spots, replaces_calls, query, work };
    let found = feasibility(world, &world.method(method), &code.body, &asked);
    let (found, of_handlers) = found.split_at(wanted.len());
    let entered = handlers.iter().zip(of_handlers).filter(|(_, found)| **found == Feasibility::Open);
    let entered: FastSet<BlockId> = entered.map(|(block, _)| *block).collect();
    let errors_only = reachable_by_vm_errors_only(world, &code, &entered);
    let is_certain = |spots: &[Spot]| {
        spots.iter().all(|spot| match spot {
            Spot::Block(block) | Spot::Edge(block, _) => !errors_only.contains(block),
        })
    };
    let all = wanted.into_iter().zip(found).zip(&spots);
    all.filter(|((_, found), spots)| **found == Feasibility::Infeasible && is_certain(spots))
        .map(|((goal, _), _)| goal)
        .collect()
}
