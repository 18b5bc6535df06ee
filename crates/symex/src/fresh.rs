//! New unknown values of the input.

use crate::core::Core;
use crate::state::State;
use clew_heap::{Kind, Ref, Target, TypeConstraint, Value};
use std::rc::Rc;

pub(crate) fn unknown_reference(machine: &mut Core<'_>, state: &mut State, name: &str, types: TypeConstraint) -> Value {
    let (mut cx, model) = machine.heap_context();
    Value::Ref(Ref::Var(model.unknown_reference(&mut cx, &mut state.heap, name, types)))
}

/// Excludes that a reference is null of which nothing is known yet.
pub(crate) fn assume_not_null(machine: &mut Core<'_>, state: &mut State, value: Value) {
    let Value::Ref(Ref::Var(variable)) = value else { return };
    let non_null = state.heap.variable(variable).non_null;
    state.path.add(non_null);
    let mut assignment = state.path.model.assignment().clone();
    for symbol in machine.pool.symbols(non_null).iter() {
        assignment.insert(*symbol, clew_term::Value::Bool(true));
    }
    state.path.model = Rc::new(clew_smt::Model::new(assignment));
    state.heap.decide_null(variable, Target::NonNull);
}

/// An unknown value of a kind.
pub(crate) fn unknown(machine: &mut Core<'_>, state: &mut State, name: &str, kind: Kind) -> Value {
    match (kind, kind.unknown(&mut machine.pool, name)) {
        (Kind::Ref(ty), _) => unknown_reference(machine, state, name, TypeConstraint::subtype_of(ty)),
        (_, Some(term)) => Value::Term(term),
        (_, None) => Value::Opaque("a value of no kind"),
    }
}
