//! How the executions end that pass each goal, which tells the goals that are doomed: every execution through them ends in a
//! failed assertion or in an exception that the virtual machine itself throws.

use crate::core::Core;
use crate::flow::PathEnd;
use crate::goals::GoalMap;
use crate::state::State;
use clew_base::FastMap;
use clew_facts::{Assumption, Assurance, CutReason, GoalKind, Proof};
use clew_heap::{Ref, Value};
use std::collections::BTreeSet;

/// The class of the error of a failed assertion.
const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// What is known of the executions through a goal.
#[derive(Clone, Debug, Default)]
struct Through {
    /// Whether one was followed to an end that dooms.
    is_doomed: bool,
    /// Whether one returned, threw on purpose, or was not followed for another reason than a bound.
    is_alive: bool,
    /// The bounds that cut others.
    bounds: BTreeSet<Assumption>,
}

/// How the executions end that pass each goal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endings(FastMap<usize, Through>);

impl Endings {
    /// An execution through these goals was not followed to its end.
    pub(crate) fn cut<'a>(&mut self, goals: impl IntoIterator<Item = &'a usize>, reason: &CutReason) {
        for goal in goals {
            let through = self.0.entry(*goal).or_default();
            match reason {
                CutReason::Bound(bound) if through.bounds.contains(bound) => {}
                CutReason::Bound(bound) => {
                    through.bounds.insert(bound.clone());
                }
                _ => through.is_alive = true,
            }
        }
    }

    /// An execution through these goals ended well, or as somebody meant it to.
    fn alive<'a>(&mut self, goals: impl IntoIterator<Item = &'a usize>) {
        goals.into_iter().for_each(|goal| self.0.entry(*goal).or_default().is_alive = true);
    }

    /// The proof that a goal which executions pass is doomed, if it is; `before` is the ledger of what might have got there and
    /// was not followed.
    pub(crate) fn doomed(&self, goal: usize, mut before: Assurance) -> Option<Proof> {
        let through = self.0.get(&goal).filter(|through| through.is_doomed && !through.is_alive)?;
        through.bounds.iter().for_each(|bound| before.cut(CutReason::Bound(bound.clone())));
        Proof::of(before).ok()
    }

    /// Takes note of how an execution ended that was followed to its end.
    pub(crate) fn followed(&mut self, core: &Core<'_>, goals: &GoalMap, state: &State, end: &PathEnd) {
        let dooms = match end {
            PathEnd::Throw(Value::Ref(Ref::Object(object))) => {
                let of_jvm = state.passed.thrown_by_jvm.contains(object);
                of_jvm || has_failed_assertion(goals, state) && is_assertion_error(core, state, *object)
            }
            PathEnd::Return(_) | PathEnd::Throw(_) | PathEnd::Exit => false,
            // Neither is an execution followed to its end.
            PathEnd::Excluded | PathEnd::Cut(_) => return,
        };
        match dooms {
            true => state.passed.reached.iter().for_each(|goal| self.0.entry(*goal).or_default().is_doomed = true),
            false => self.alive(state.passed.at_all()),
        }
    }
}

fn is_assertion_error(core: &Core<'_>, state: &State, object: clew_heap::ObjectId) -> bool {
    let class = state.heap.object(object).exact_type();
    class.is_some_and(|class| &*core.types.class(class).name == ASSERTION_ERROR)
}

fn has_failed_assertion(goals: &GoalMap, state: &State) -> bool {
    state.passed.reached.iter().any(|goal| goals.goals[*goal].kind == GoalKind::Assert)
}
