//! Goals that an exploration left undecided, or proved under conditions, asked of the formula of the method
//! (`bounded-infeasible-code`).

use crate::engine::{Answer, Engine, Task};
use crate::known::Known;
use crate::polling::BehindPolls;
use clew_apc::{OfCalls, loop_summaries};
use clew_base::{CancelToken, FastSet};
use clew_facts::{Assumption, Assurance, CutReason, EngineName, Options, Verdict};
use clew_ir::{BlockId, Body, Spot};
use clew_jvm::{MethodCode, MethodId, World};
use clew_reach::{Feasibility, Wanted, feasibility, reads_final_fields};
use clew_smt::QueryLimits;
use clew_symex::{Observer, goal_spots, reachable_by_vm_errors_only, vm_error_handlers};

/// What the formula may cost, as a part of what the exploration may: one in this many, in work and in time.
const PART: u32 = 4;

/// What summaries of loops may cost, as a part of what the formula may: one in this many.
const PART_OF_LOOPS: u64 = 4;

/// The formula of the method.
pub(crate) struct Formula;

impl Engine for Formula {
    fn name(&self) -> EngineName {
        EngineName::Formula
    }

    fn answer(&self, task: &Task<'_>, known: &Known, _observer: &mut dyn Observer) -> Result<Answer, String> {
        let mut answer = Answer::default();
        let left = known.goals_with(is_left);
        if !left.contains(&true) || task.cancel.is_cancelled() {
            return Ok(answer);
        }
        let Task { world, method, options, .. } = *task;
        let cancel = task.part_of_time(PART);
        let certain = infeasible(world, method, options, &cancel, OtherCode::ChangesAnyField, &|goal| left[goal]);
        // Worth an assumption where nothing is known otherwise, or only within a bound.
        let mut left = known.goals_with(is_without_proof);
        certain.iter().for_each(|goal| left[*goal] = false);
        rule_out(&mut answer, task, certain, &[]);
        if left.contains(&true) && !cancel.is_cancelled() && reads_final_fields_of(world, method) {
            let found = infeasible(world, method, options, &cancel, OtherCode::KeepsFinalFields, &|goal| left[goal]);
            rule_out(&mut answer, task, found, &[Assumption::FinalFields]);
        }
        answer.clock_bound = cancel.is_cancelled();
        Ok(answer)
    }
}

/// Adds that the formula has no execution to these goals, with what that rests on.
fn rule_out(answer: &mut Answer, task: &Task<'_>, goals: Vec<usize>, assumptions: &[Assumption]) {
    let Ok(code) = task.world.code(task.method) else { return };
    let behind_polls = BehindPolls::of(task.world, task.method, &code);
    let spots = goal_spots(&code);
    for goal in goals {
        let assumed = [assumptions, behind_polls.assumed_at(&spots[goal].1)].concat();
        answer.rule_out(Assurance::issued_by(EngineName::Formula), [goal], &assumed);
    }
}

/// Whether a goal has neither a test nor a proof that rests on nothing.
fn is_left(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Undecided(reasons) => !is_left_to_verifiers(reasons),
        Verdict::Unreachable(proof) => !proof.is_unconditional(),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => false,
    }
}

/// Whether it is not known that a goal is unreachable, or only within a bound.
fn is_without_proof(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Undecided(reasons) => !is_left_to_verifiers(reasons),
        Verdict::Unreachable(proof) => proof.assumptions().any(Assumption::is_bound),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => false,
    }
}

/// Whether a goal is undecided for no other reason than that all which follows it is verified: it was not asked for.
fn is_left_to_verifiers(reasons: &[CutReason]) -> bool {
    reasons.iter().all(|reason| matches!(reason, CutReason::Verified(_)))
}

fn reads_final_fields_of(world: &World, method: MethodId) -> bool {
    world.code(method).is_ok_and(|code| reads_final_fields(world, &world.method(method), &code.body))
}

/// The blocks that only errors of the virtual machine lead to. No engine here follows these errors, so nothing is proved of
/// these blocks.
pub(crate) struct OnlyByErrors(FastSet<BlockId>);

impl OnlyByErrors {
    /// Those of a method, if of the handlers that such errors enter only these are entered by anything else.
    pub(crate) fn of(world: &World, code: &MethodCode, entered: &FastSet<BlockId>) -> Self {
        OnlyByErrors(reachable_by_vm_errors_only(world, code, entered))
    }

    /// Whether one of the spots is in such a block.
    pub(crate) fn has_one_of(&self, spots: &[Spot]) -> bool {
        spots.iter().any(|spot| self.0.contains(&spot.block()))
    }
}

/// What code may do that the formula does not follow, besides all else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherCode {
    /// It may change any field.
    ChangesAnyField,
    /// It leaves final instance fields as they are.
    KeepsFinalFields,
}

/// The goals among the wanted, by their positions, that the formula of the method has no execution to.
pub fn infeasible(
    world: &World,
    method: MethodId,
    options: &Options,
    cancel: &CancelToken,
    other_code: OtherCode,
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
    let replaces_calls = !options.says_what_calls_do();
    let work = options.solver_work / u64::from(PART);
    let keeps_final_fields = other_code == OtherCode::KeepsFinalFields;
    let of_loops = QueryLimits { cancel: cancel.clone(), ..QueryLimits::default() };
    let method = world.method(method);
    let calls = if replaces_calls { OfCalls::Code } else { OfCalls::Nothing };
    let summaries = |body: &Body| loop_summaries(world, &method, body, calls, (&of_loops, work / PART_OF_LOOPS));
    let asked = Wanted { goals: &spots, replaces_calls, keeps_final_fields, query, work, summaries: &summaries };
    let found = feasibility(world, &method, &code.body, &asked);
    let (found, of_handlers) = found.split_at(wanted.len());
    let entered = handlers.iter().zip(of_handlers).filter(|(_, found)| **found == Feasibility::Open);
    let entered: FastSet<BlockId> = entered.map(|(block, _)| *block).collect();
    let only_by_errors = OnlyByErrors::of(world, &code, &entered);
    let all = wanted.into_iter().zip(found).zip(&spots);
    all.filter(|((_, found), spots)| **found == Feasibility::Infeasible && !only_by_errors.has_one_of(spots))
        .map(|((goal, _), _)| goal)
        .collect()
}
