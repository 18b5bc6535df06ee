//! From what an exploration reached and what it gave up to a verdict for each goal.

use crate::machine::Machine;
use crate::receivers::super_caller;
use crate::types::display_name;
use clew_base::{FastMap, FastSet};
use clew_facts::{Assumption, Assurance, CutReason, GoalKind, GoalVerdict, Proof, ProofError, Verdict};
use clew_ir::{BlockId, Body, Terminator};
use clew_jvm::{MethodCode, World};
use std::cell::OnceCell;

/// What is known of each goal when the exploration has ended.
#[derive(Default)]
pub(crate) struct Reached {
    /// The test that reaches each goal, if one does.
    pub tests: Vec<Option<usize>>,
    /// For goals that a path reached of which no test could be made: why.
    pub without_test: Vec<Option<CutReason>>,
    /// The blocks that the outermost activation executed.
    pub blocks: FastSet<BlockId>,
    /// The goals that tests reach which return.
    pub returned: FastSet<usize>,
}

impl Reached {
    /// None of this many goals.
    pub(crate) fn new(goals: usize) -> Self {
        Self {
            tests: vec![None; goals],
            without_test: vec![None; goals],
            blocks: FastSet::default(),
            returned: FastSet::default(),
        }
    }
}

/// The blocks that control can get to from a block at which executions were left out.
type Behind = FastMap<BlockId, FastSet<BlockId>>;

/// The verdict of each goal. A cut counts against a goal only if the goal lies behind it in the method's own graph: what
/// a nested activation of the method reaches, some input of the method reaches as well. That last step fails where a proof
/// assumes something of the state at entry that need not hold at the nested call; then a cut from which calls can still be
/// made counts against every goal. An assumption counts as a cut does: executions that break it leave the exploration there.
/// The search has left `waiting` states. One that has stopped early may also have left out states in which it was to begin again.
pub(crate) fn verdicts(
    machine: &Machine<'_>,
    code: &MethodCode,
    reached: &Reached,
    (waiting, stopped_early): (usize, bool),
) -> Vec<GoalVerdict> {
    let body = &code.body;
    let errors_only = reachable_by_vm_errors_only(machine.world, code, &reached.blocks);
    let balanced = machine.ledger.balances_with(waiting);
    let entry_is_special = machine.ledger.any(|assumption| {
        matches!(
            assumption,
            Assumption::InitialStatics(_)
                | Assumption::InitializationOrder(_)
                | Assumption::NoAlias
                | Assumption::Heap(_)
        )
    });
    let super_call: OnceCell<Option<CutReason>> = OnceCell::new();
    let mut behind = Behind::default();
    for block in machine.ledger.cuts().iter().map(|(block, _)| *block).chain(machine.ledger.blocks()) {
        behind.entry(block).or_insert_with(|| {
            let mut blocks = reachable_from(body, block);
            // Where control goes behind an instruction that is not translated, the graph does not say.
            let is_open = matches!(body.blocks[block].terminator, Terminator::Unsupported(_));
            if is_open || entry_is_special && blocks.iter().any(|block| calls(body, *block)) {
                blocks.extend(body.blocks.ids());
            }
            blocks
        });
    }
    machine
        .goals
        .goals
        .iter()
        .enumerate()
        .map(|(index, goal)| {
            let passed = reached.without_test[index].as_ref().or_else(|| machine.ledger.passed(index));
            let verdict = match (reached.tests[index], passed) {
                (Some(test), _) => Verdict::Reached { test },
                (None, Some(reason)) => Verdict::Undecided(vec![reason.clone()]),
                (None, None) if !balanced => Verdict::Undecided(vec![unbalanced()]),
                (None, None) => {
                    let places = machine.goals.places(index);
                    match unreached(machine, &behind, index) {
                        // Only an error of the virtual machine might lead there, and those are not followed.
                        Verdict::Unreachable(_) if places.iter().any(|place| errors_only.contains(place)) => {
                            Verdict::Undecided(vec![CutReason::Unsupported(
                                "a handler of virtual-machine errors".to_owned(),
                            )])
                        }
                        Verdict::Unreachable(proof) => match super_call.get_or_init(|| super_call_of(machine)) {
                            Some(reason) => Verdict::Undecided(vec![reason.clone()]),
                            None => Verdict::Unreachable(proof),
                        },
                        verdict => verdict,
                    }
                }
            };
            let doomed = match (&verdict, &goal.kind) {
                // Paths that are left might end in any way.
                (Verdict::Reached { .. }, GoalKind::Line | GoalKind::Branch(_))
                    if balanced && waiting == 0 && !stopped_early =>
                {
                    let mut ledger = ledger_before(machine, &behind, index);
                    // How executions go on behind the goal rests on what is assumed there.
                    ledger.join(&machine.ledger.made_before(|_| true));
                    let proof = machine.ledger.endings.doomed(index, ledger);
                    proof.filter(|_| super_call.get_or_init(|| super_call_of(machine)).is_none())
                }
                _ => None,
            };
            GoalVerdict { goal: goal.clone(), verdict, doomed }
        })
        .collect()
}

/// Why nothing is proved by calls alone: another class overrides the method and runs it on its own objects.
fn super_call_of(machine: &Machine<'_>) -> Option<CutReason> {
    let caller = super_caller(machine.world, machine.target, &machine.inputs.overriding)?;
    let caller = display_name(&machine.world.class(caller).name);
    Some(CutReason::Unsupported(format!("a call of super in {caller}, which overrides the method")))
}

fn unbalanced() -> CutReason {
    CutReason::Unsupported("an internal error: a path was lost".to_owned())
}

/// The verdict of a goal that no path reached.
fn unreached(machine: &Machine<'_>, behind: &Behind, goal: usize) -> Verdict {
    match Proof::of(ledger_before(machine, behind, goal)) {
        Ok(proof) => Verdict::Unreachable(proof),
        Err(ProofError(reasons)) => Verdict::Undecided(reasons),
    }
}

/// The ledger of what might have got to a goal and was not followed, or does not count.
fn ledger_before(machine: &Machine<'_>, behind: &Behind, goal: usize) -> Assurance {
    let places = machine.goals.places(goal);
    let leads_there =
        |block: BlockId| behind.get(&block).is_some_and(|blocks| places.iter().any(|place| blocks.contains(place)));
    let mut ledger = machine.ledger.made_before(leads_there);
    machine.ledger.excluded(goal).for_each(|assumption| ledger.assume(assumption.clone()));
    for (_, reason) in machine.ledger.cuts().iter().filter(|(block, _)| leads_there(*block)) {
        ledger.cut(before_begin(machine, reason));
    }
    ledger
}

/// The reason of a cut as it counts for a proof. A bound within which no execution even gets to the first instruction of the
/// method allows none: all that it says is that nothing was followed.
fn before_begin(machine: &Machine<'_>, reason: &CutReason) -> CutReason {
    match reason {
        CutReason::Bound(bound) if !machine.ledger.has_begun() => {
            CutReason::Unsupported(format!("no execution within {bound} gets to the beginning of the method"))
        }
        reason => reason.clone(),
    }
}

/// Whether the end of a block may run other code.
fn calls(body: &Body, block: BlockId) -> bool {
    matches!(body.blocks[block].terminator, Terminator::Invoke { .. } | Terminator::InitClass { .. })
}

/// The blocks that control can get to from a block, itself included.
fn reachable_from(body: &Body, start: BlockId) -> FastSet<BlockId> {
    reachable_around(body, start, &FastSet::default())
}

/// The blocks that control can get to from a block without entering some others.
fn reachable_around(body: &Body, start: BlockId, closed: &FastSet<BlockId>) -> FastSet<BlockId> {
    let mut seen = FastSet::default();
    let mut waiting = vec![start];
    while let Some(block) = waiting.pop() {
        if !closed.contains(&block) && seen.insert(block) {
            waiting.extend(body.blocks[block].terminator.successors());
        }
    }
    seen
}

/// The blocks that control gets to only through a handler that no execution entered and that errors of the virtual machine
/// enter as well.
pub fn reachable_by_vm_errors_only(world: &World, code: &MethodCode, entered: &FastSet<BlockId>) -> FastSet<BlockId> {
    let closed: FastSet<BlockId> =
        vm_error_handlers(world, code).into_iter().filter(|block| !entered.contains(block)).collect();
    let ordinary = reachable_around(&code.body, code.body.entry, &closed);
    let mut starts: Vec<BlockId> = closed.into_iter().collect();
    starts.sort_unstable();
    let behind = starts.into_iter().flat_map(|start| reachable_from(&code.body, start));
    behind.filter(|block| !ordinary.contains(block)).collect()
}

/// The blocks at which handlers begin that errors of the virtual machine enter, or what another thread throws into this one.
pub fn vm_error_handlers(world: &World, code: &MethodCode) -> Vec<BlockId> {
    let catches = |class: &str| {
        let related = |one: &str, two: &str| match (world.load(one), world.load(two)) {
            (Ok(one), Ok(two)) => world.is_subtype(one, two),
            _ => true,
        };
        let from_outside = [VM_ERROR, THREAD_DEATH];
        from_outside.into_iter().any(|error| related(class, error) || related(error, class))
    };
    let handlers = code.handlers.iter().filter(|handler| handler.catch.as_deref().is_none_or(catches));
    handlers.map(|handler| handler.block).collect()
}

/// What the virtual machine throws when it runs out of memory or stack.
const VM_ERROR: &str = "java/lang/VirtualMachineError";

/// What another thread throws into this one by `Thread.stop`, which virtual machines before 20 have.
const THREAD_DEATH: &str = "java/lang/ThreadDeath";
