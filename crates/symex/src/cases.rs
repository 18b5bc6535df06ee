//! The cases of a summary (thesis, section 3.2.2): each path that ends becomes one.
//!
//! A case is read off the final state. Its constraints are simplified once ([`condition`]). References are told in the heap path
//! condition and in the heap, so that the constraints speak of numbers alone. Assumption: the heap is that of lazy initialization, in
//! which each reference that was followed names one object.

mod condition;
mod objects;
pub(crate) mod route;

use crate::core::Core;
use crate::flow::PathEnd;
use crate::inputs::Inputs;
use crate::machine::Machine;
use crate::solve::{Numbers, solve};
use crate::state::State;
use crate::tests::shown::{Shown, condition_text};
use clew_base::OrderedMap;
use clew_facts::{Assumption, Case, Context, CutReason, Summary};
use clew_heap::{Content, Kind, Provenance, Target};
use clew_term::Term;
use condition::Condition;
use objects::Objects;

/// What is known of the cases of a method so far.
#[derive(Debug, Default)]
pub(crate) struct Cases {
    found: Vec<Case>,
    /// Why paths that ended are no cases.
    left_out: OrderedMap<CutReason, u64>,
}

impl Cases {
    /// Adds the case of a path that ended, unless an equal one is there already: class initialization may give several paths
    /// that differ in nothing a caller sees.
    pub(crate) fn add(&mut self, machine: &mut Machine<'_>, inputs: &Inputs, state: &State, end: &PathEnd) {
        // Another state stands for its executions, or is on record as cut.
        if matches!(end, PathEnd::Cut(_) | PathEnd::Excluded) || state.guesses.for_tests.is_some() {
            return;
        }
        if let Some(choice) = &state.guesses.choice {
            return self.leave_out(CutReason::Chosen(choice.what.to_owned()));
        }
        if state.wrote_to_shared {
            let what = "a write to an object that a static field holds at entry";
            return self.leave_out(CutReason::Unsupported(what.to_owned()));
        }
        // No objects are as the path has them. Where that is not known, the case stays.
        if matches!(solve(machine, inputs, (state, end), Numbers::Small), Ok(None)) {
            return;
        }
        let case = case(machine, inputs, state, end);
        if !self.found.contains(&case) {
            self.found.push(case);
        }
    }

    fn leave_out(&mut self, reason: CutReason) {
        *self.left_out.entry(reason).or_insert(0) += 1;
    }

    /// The summary, where these paths besides were not followed to their ends.
    pub(crate) fn summary(self, machine: &Machine<'_>, cut: &[(CutReason, u64)]) -> Summary {
        let mut missing = self.left_out;
        for (reason, count) in cut {
            *missing.entry(reason.clone()).or_insert(0) += count;
        }
        let mut missing: Vec<(CutReason, u64)> = missing.into_iter().collect();
        missing.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let ledger = machine.ledger.made_before(|_| true);
        let assumptions = ledger.assumptions().filter(|assumption: &&Assumption| !assumption.is_universal());
        Summary {
            context: Context::MostGeneral,
            cases: self.found,
            missing,
            assumptions: assumptions.cloned().collect(),
        }
    }
}

fn case(machine: &mut Machine<'_>, inputs: &Inputs, state: &State, end: &PathEnd) -> Case {
    let condition = Condition::of(machine, state);
    let constraints = condition.constraints.clone();
    let mut shown = Shown::of(machine, state);
    let texts = constraints.into_iter().map(|constraint| {
        let constraint = shown.condition(machine, state, constraint);
        condition_text(machine, constraint)
    });
    let constraints = texts.collect();
    let heap_constraints = heap_constraints(machine, inputs, state);
    let mut objects = Objects::new(machine, state, condition);
    let arguments = objects.arguments(inputs);
    let statics_in = objects.statics_in();
    let heap_in = objects.heap_in();
    let end = objects.end(inputs, end);
    let statics_out = objects.statics_out();
    let heap_out = objects.heap_out();
    let path = route::path(machine.world, &state.passed.route, machine.target);
    Case { constraints, heap_constraints, arguments, statics_in, heap_in, heap_out, statics_out, end, path }
}

/// The conditions that the heap says as well: which references are null, and that no length is negative.
fn told_by_heap(machine: &mut Machine<'_>, state: &State) -> Vec<Term> {
    let mut told = Vec::new();
    for (_, info) in state.heap.variables() {
        told.push(info.non_null);
        told.push(machine.pool.not(info.non_null));
    }
    let zero = machine.pool.bv32(0);
    for id in state.heap.ids() {
        let object = state.heap.object(id);
        if let Content::Array(array) = &object.content
            && object.provenance == Provenance::Input
        {
            told.push(machine.pool.sge(array.length, zero));
        }
    }
    told.retain(|term| state.path.known.contains(term));
    told
}

/// The heap path condition (thesis, section 3.3.4): which references of the input are null, and which name one object. That
/// the receiver is not null goes without saying.
fn heap_constraints(machine: &mut Machine<'_>, inputs: &Inputs, state: &State) -> Vec<String> {
    let mut texts = Vec::new();
    for (variable, info) in state.heap.variables() {
        let is_receiver = inputs.receiver == Some(clew_heap::Value::Ref(clew_heap::Ref::Var(variable)));
        let is_null = machine.pool.not(info.non_null);
        let name = &info.name;
        let not_null = || format!("{name} != null");
        let text = match info.target {
            Target::Object(object) | Target::Named(object) => {
                let object = state.heap.object(state.heap.representative(object));
                let is_own = object.name.is_empty() || object.name == info.name;
                if is_own { not_null() } else { format!("{name} == {}", object.name) }
            }
            Target::Same(other) => format!("{name} == {}", state.heap.variable(other).name),
            Target::Null => format!("{name} == null"),
            Target::NonNull => not_null(),
            Target::Open if state.path.known.contains(&info.non_null) => not_null(),
            Target::Open if state.path.known.contains(&is_null) => format!("{name} == null"),
            Target::Open => continue,
        };
        if !(is_receiver && text == not_null()) {
            texts.push(text);
        }
    }
    texts
}

/// A number as Java writes it.
fn number_text(machine: &Core<'_>, term: Term, kind: Kind) -> String {
    match (kind, machine.pool.as_i32(term)) {
        (Kind::Boolean, Some(value)) => (value & 1 != 0).to_string(),
        (Kind::Char, Some(value)) => match u32::try_from(value).ok().and_then(char::from_u32) {
            Some(shown) if shown.is_ascii_graphic() || shown == ' ' => format!("{shown:?}"),
            _ => value.to_string(),
        },
        _ => condition_text(machine, term),
    }
}
