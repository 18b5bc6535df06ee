//! The invariants of the classes of the input's objects ([`clew_absint::ClassInvariants`]): an execution is followed from
//! any state of them, and where it has ended, it counts only if some state that keeps the invariants leads to it.
//!
//! So a proof that needs no invariant rests on none: only the goals that executions have passed which no other state
//! allows rest on the assumption `class_invariant:C`.

use crate::core::Assumed;
use crate::machine::Machine;
use crate::state::State;
use crate::types::display_name;
use clew_absint::Holds;
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{FieldAtEntry, Kind, Value, is_null};
use clew_jvm::{ClassId, FieldId};
use clew_term::Term;
use std::collections::BTreeSet;

/// What is left of a path when the objects of its input keep the invariants of their classes.
pub(crate) enum Kept {
    /// The path, from such objects only.
    Some(State),
    /// Nothing: all its executions begin with objects that break one of these.
    None(State, BTreeSet<Assumption>),
}

impl Machine<'_> {
    /// Leaves of a path the executions whose objects keep the invariants of their classes. What the solver cannot
    /// tell is left as it is.
    pub(crate) fn with_invariants_kept(&mut self, state: State) -> Kept {
        if !self.options.class_invariants || self.options.says_what_calls_do() {
            return Kept::Some(state);
        }
        let mut classes = BTreeSet::new();
        let mut state = state;
        for (class, condition) in self.invariants_of_input(&state) {
            classes.insert(Assumption::ClassInvariant(display_name(&self.world.class(class).name)));
            let heap = state.heap.clone();
            state = match self.follow(state, condition, heap) {
                Assumed::Feasible(state) | Assumed::Unknown(state, _) => state,
                Assumed::Infeasible(state) | Assumed::Classless(state) | Assumed::Excluded(state) => {
                    return Kept::None(state, classes);
                }
            };
        }
        Kept::Some(state)
    }

    /// The invariants, with their classes, of all fields of the input's objects that the path has looked at.
    fn invariants_of_input(&mut self, state: &State) -> Vec<(ClassId, Term)> {
        let (mut cx, model) = self.heap_context();
        let read = model.fields_at_entry(&mut cx, &state.heap);
        let mut found = Vec::new();
        for FieldAtEntry { field, guard, value } in read {
            let field = FieldId::from_index(field.index());
            let class = self.world.field(field).class;
            let holds = self.caches.invariants.of(class).iter().find(|it| it.field == field).map(|it| it.holds);
            if let Some(condition) = holds.and_then(|holds| self.condition(state, field, value, holds)) {
                found.push((class, self.pool.implies(guard, condition)));
            }
        }
        found
    }

    /// That a value of a field keeps its invariant.
    fn condition(&mut self, state: &State, field: FieldId, value: Value, holds: Holds) -> Option<Term> {
        let kind = self.types.kind(&self.world.field(field).descriptor).ok()?;
        match (value, holds) {
            (Value::Ref(reference), Holds::NotNull) => {
                let null = is_null(&mut self.pool, &state.heap, reference);
                Some(self.pool.not(null))
            }
            (Value::Term(term), Holds::Within { low, high }) => {
                let (low, high) = match kind {
                    Kind::Long => (self.pool.bv64(low), self.pool.bv64(high)),
                    Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => {
                        (self.pool.bv32(i32::try_from(low).ok()?), self.pool.bv32(i32::try_from(high).ok()?))
                    }
                    Kind::Float | Kind::Double | Kind::Ref(_) => return None,
                };
                let (above, below) = (self.pool.sge(term, low), self.pool.sle(term, high));
                Some(self.pool.and(above, below))
            }
            (Value::Ref(_) | Value::Term(_) | Value::Opaque(_), _) => None,
        }
    }
}
