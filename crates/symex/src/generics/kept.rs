//! What is left of a path that has ended when the objects of its input hold what their declared types say.

use crate::core::Assumed;
use crate::invariants::Kept;
use crate::machine::Machine;
use crate::state::State;
use crate::types::type_of;
use clew_facts::{Assumption, HeapAssumption};
use clew_heap::{Choice, Ref, RefVar, TypeConstraint, TypeId, TypeOracle};
use clew_term::Term;
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Leaves of a path the executions whose objects are of the classes that are declared of them. What cannot be told is left
    /// as it is.
    pub(crate) fn with_types_kept(&mut self, mut state: State) -> Kept {
        if !self.options.generic_types || self.assumes_generic_types() {
            return Kept::Some(state);
        }
        let declared: Vec<(RefVar, TypeId)> =
            state.input.declared.iter().map(|(variable, declared)| (*variable, type_of(declared.class))).collect();
        for (variable, ty) in declared {
            state = match self.of_type(state, variable, ty) {
                Ok(state) => state,
                Err(state) => {
                    return Kept::None(state, BTreeSet::from([Assumption::Heap(HeapAssumption::GenericTypes)]));
                }
            };
        }
        Kept::Some(state)
    }

    /// The state in which a reference is null or names an object of a type.
    ///
    /// # Errors
    /// There is no such state; the one given comes back.
    fn of_type(&mut self, state: State, variable: RefVar, ty: TypeId) -> Result<State, State> {
        let choices = self.choices(&state, Ref::Var(variable));
        let mut condition = self.pool.tru();
        let mut heap = None;
        for choice in &choices {
            let Some((types, is_this)) = self.class_of_choice(&state, choice) else { continue };
            if types.upper.iter().any(|upper| self.types.is_subtype(*upper, ty)) {
                continue;
            }
            let both = types.and(&TypeConstraint::subtype_of(ty), &self.types);
            if !self.types.may_be_inhabited(&both) {
                let is_other = self.pool.not(is_this);
                condition = self.pool.and(condition, is_other);
            } else if choices.len() == 1
                && let Ok(narrowed) = self.narrow(&state, choice.reference, both)
            {
                condition = self.pool.and(condition, narrowed.guard);
                heap = Some(narrowed.heap);
            }
        }
        if heap.is_none() && self.pool.as_bool(condition) == Some(true) {
            return Ok(state);
        }
        let heap = heap.unwrap_or_else(|| state.heap.clone());
        match self.follow(state, condition, heap) {
            Assumed::Feasible(state) | Assumed::Unknown(state, _) => Ok(state),
            Assumed::Infeasible(state) | Assumed::Classless(state) | Assumed::Excluded(state) => Err(state),
        }
    }

    /// What is known of the class of the object that a reference may name, and the condition that it names that; `None` of
    /// `null`.
    fn class_of_choice(&mut self, state: &State, choice: &Choice) -> Option<(TypeConstraint, Term)> {
        match choice.reference {
            Ref::Null => None,
            Ref::Object(object) => Some((state.heap.object(object).types.clone(), choice.guard)),
            Ref::Var(variable) => {
                let variable = state.heap.variable(variable);
                Some((variable.types.clone(), self.pool.and(choice.guard, variable.non_null)))
            }
        }
    }
}
