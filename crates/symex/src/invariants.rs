//! The invariants of the classes of the input's objects ([`clew_absint::ClassInvariants`]): an execution is followed from
//! any state of them, and where it has ended, it counts only if some state that keeps the invariants leads to it.
//!
//! So a proof that needs no invariant rests on none: only the goals that executions have passed which no other state
//! allows rest on the assumption `class_invariant:C`.

use crate::core::Assumed;
use crate::flow::object_of;
use crate::machine::Machine;
use crate::rerun::field_of;
use crate::state::State;
use crate::state::made::MakingCall;
use crate::types::{class_of, display_name, heap_field, type_of};
use clew_absint::{Full, Holds, Trusted};
use clew_base::Id;
use clew_facts::{Assumption, HeapAssumption, Object, TestCase, Value as Fact};
use clew_heap::{FieldAtEntry, Kind, ObjectId, Ref, TypeId, Value, is_null};
use clew_jvm::{ClassId, Field, FieldId, Provenance, World};
use clew_term::Term;
use std::collections::BTreeSet;

/// Inputs of this class hold numbers and texts only, where those that stand in for it hold any objects.
const PRIORITY_QUEUE: &str = "java/util/PriorityQueue";

/// What is left of a path when the objects of its input keep the invariants of their classes.
pub(crate) enum Kept {
    /// The path, from such objects only.
    Some(State),
    /// Nothing: all its executions begin with objects that break one of these.
    None(State, BTreeSet<Assumption>),
}

impl Machine<'_> {
    /// Whether the objects of inputs are assumed to keep the invariants of their classes.
    fn assumes_invariants(&self) -> bool {
        self.options.class_invariants && !self.options.says_what_calls_do()
    }

    /// Leaves of a path the executions whose objects keep the invariants of their classes. What the solver cannot
    /// tell is left as it is; a test of it has to show that it keeps them.
    pub(crate) fn with_invariants_kept(&mut self, state: State) -> Kept {
        if !self.assumes_invariants() {
            return Kept::Some(state);
        }
        let mut assumed = BTreeSet::new();
        let mut state = state;
        for (rests_on, condition) in self.invariants_of_input(&state) {
            assumed.extend(rests_on.iter().map(|trusted| assumption_of(self.world, trusted)));
            let heap = state.heap.clone();
            state = match self.follow(state, condition, heap) {
                Assumed::Feasible(state) => state,
                Assumed::Unknown(mut state, _) => {
                    state.guesses.may_break_invariants = true;
                    state
                }
                Assumed::Infeasible(state) | Assumed::Classless(state) | Assumed::Excluded(state) => {
                    return Kept::None(state, assumed);
                }
            };
        }
        Kept::Some(state)
    }

    /// Whether the objects of an input keep the invariants of their classes, where these are assumed.
    pub(crate) fn keeps_invariants(&self, input: &TestCase) -> bool {
        if !self.assumes_invariants() {
            return true;
        }
        let fields = input.heap.values().flat_map(|object| match &object.object {
            Object::Instance { fields } => fields.iter().collect(),
            _ => Vec::new(),
        });
        let mut known = fields.filter_map(|(key, value)| Some((field_of(self, key)?, value)));
        known.all(|(field, value)| {
            let invariants = self.caches.invariants.of(field.class);
            let mut of_field = invariants.iter().filter(|it| it.field == field.id);
            of_field.all(|it| may_hold(&it.holds, value, input) && self.may_be_filled_so(&it.holds, value, input))
        })
    }

    /// Leaves open what the fields of an object hold whose first values, zero and null, break invariants of their
    /// class: a test that says nothing of them may hang on none of them.
    pub(crate) fn hide_kept(&self, state: &mut State, (object, class): (ObjectId, ClassId), input: &TestCase) {
        if !self.assumes_invariants() {
            return;
        }
        for field in self.world.instance_fields(class).iter() {
            let info = self.world.field(*field);
            let invariants = self.caches.invariants.of(info.class);
            let mut of_field = invariants.iter().filter(|it| it.field == *field);
            let first = if info.descriptor.starts_with(['L', '[']) { Fact::Null } else { Fact::Int(0) };
            if of_field.any(|it| !may_hold(&it.holds, &first, input)) {
                let unknown = Value::Opaque("a field that the path has not looked at and an invariant speaks of");
                state.heap.object_mut(object).initialize_field(heap_field(*field), unknown);
            }
        }
    }

    /// The class of which the collections are that a field of an input names, where its class gives it no others and the field's type
    /// says less. Only a few classes of collections are followed as input anyway, so that no proof loses by it; that the object keeps
    /// the invariant is on record.
    pub(crate) fn kept_class(&mut self, state: &State, field: &Field) -> Option<TypeId> {
        if !self.assumes_invariants() {
            return None;
        }
        let invariants = self.caches.invariants.of(field.class);
        let (kept, class) = invariants.iter().filter(|it| it.field == field.id).find_map(|it| match &it.holds {
            Holds::OfClass(class) if &**class != PRIORITY_QUEUE => Some((it, self.world.load(class).ok()?)),
            _ => None,
        })?;
        for trusted in &kept.rests_on {
            self.ledger.assume_at(state, assumption_of(self.world, trusted));
        }
        Some(type_of(class))
    }

    /// The invariants, with what they rest on, of all fields of the input's objects that the path has looked at.
    fn invariants_of_input(&mut self, state: &State) -> Vec<(Vec<Trusted>, Term)> {
        let (mut cx, model) = self.heap_context();
        let read = model.fields_at_entry(&mut cx, &state.heap);
        let mut found = Vec::new();
        for FieldAtEntry { field, guard, value } in read {
            let field = FieldId::from_index(field.index());
            let class = self.world.field(field).class;
            for invariant in self.caches.invariants.of(class).iter().filter(|it| it.field == field) {
                if let Some(condition) = self.condition(state, field, value, &invariant.holds) {
                    found.push((invariant.rests_on.clone(), self.pool.implies(guard, condition)));
                }
            }
        }
        found
    }

    /// That a value of a field keeps its invariant.
    fn condition(&mut self, state: &State, field: FieldId, value: Value, holds: &Holds) -> Option<Term> {
        let kind = self.types.kind(&self.world.field(field).descriptor).ok()?;
        match (value, holds) {
            (Value::Ref(reference), Holds::NotNull) => {
                let null = is_null(&mut self.pool, &state.heap, reference);
                Some(self.pool.not(null))
            }
            (Value::Term(term), &Holds::Within { low, high }) => {
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
            (Value::Ref(reference), &Holds::Length { low, high }) => self.has_length(state, reference, [low, high]),
            (Value::Ref(reference), Holds::Full(full)) => self.is_filled_so(state, reference, *full),
            (Value::Ref(_) | Value::Term(_) | Value::Opaque(_), _) => None,
        }
    }

    /// That a reference is null or names an array with at least and at most so many elements.
    fn has_length(&mut self, state: &State, reference: Ref, bounds: [i32; 2]) -> Option<Term> {
        let length = state.heap.object(object_of(state, reference)?).array()?.length;
        let [low, high] = bounds.map(|bound| self.pool.bv32(bound));
        let (above, below) = (self.pool.sge(length, low), self.pool.sle(length, high));
        let within = self.pool.and(above, below);
        let null = is_null(&mut self.pool, &state.heap, reference);
        Some(self.pool.or(null, within))
    }

    /// That a reference is null or names a collection of the JDK, as all are that code gives such a field, and that
    /// nothing which calls have put into it is null.
    fn is_filled_so(&mut self, state: &State, reference: Ref, full: Full) -> Option<Term> {
        let object = object_of(state, reference)?;
        let null = is_null(&mut self.pool, &state.heap, reference);
        let class = state.heap.object(object).exact_type().map(class_of);
        if class.is_some_and(|class| self.world.class(class).provenance != Provenance::Jdk) {
            return Some(null);
        }
        let made = state.input.made.iter().find(|made| made.object == object)?;
        let values = |call: &MakingCall| call.arguments.iter().map(|(value, _)| *value).collect();
        let put: Vec<Vec<Value>> = made.making.calls.then.iter().map(values).collect();
        let mut condition = self.pool.tru();
        for value in put.iter().flat_map(|arguments| not_to_be_null(arguments, full)) {
            if let Value::Ref(reference) = value {
                let null = is_null(&mut self.pool, &state.heap, *reference);
                let not_null = self.pool.not(null);
                condition = self.pool.and(condition, not_null);
            }
        }
        Some(self.pool.or(null, condition))
    }

    /// Whether a value of a field may name a collection of the JDK that calls have filled as an invariant says.
    fn may_be_filled_so(&self, holds: &Holds, value: &Fact, input: &TestCase) -> bool {
        let (Holds::Full(full), Fact::Ref(id)) = (holds, value) else { return true };
        let Some(object) = input.heap.get(id) else { return true };
        let class = self.world.load(&object.class.replace('.', "/"));
        let is_of_jdk = class.is_ok_and(|class| self.world.class(class).provenance == Provenance::Jdk);
        let Object::Made(made) = &object.object else { return is_of_jdk };
        let mut put = made.then.iter().flat_map(|call| not_to_be_null(&call.arguments, *full));
        is_of_jdk && put.all(|value| *value != Fact::Null)
    }
}

/// What is assumed where this is taken for granted.
pub fn assumption_of(world: &World, trusted: &Trusted) -> Assumption {
    let name_of = |class: ClassId| display_name(&world.class(class).name);
    match trusted {
        Trusted::Invariants(class) => Assumption::ClassInvariant(name_of(*class)),
        Trusted::Initialized(class) => Assumption::InitializationOrder(name_of(*class)),
        Trusted::GenericTypes => Assumption::Heap(HeapAssumption::GenericTypes),
        Trusted::ClosedWorld => Assumption::ClosedWorld,
        Trusted::Contract(of) => Assumption::Contract(of.to_string()),
    }
}

/// Which of the arguments of a call that fills a collection an invariant says are not null.
fn not_to_be_null<V>(arguments: &[V], full: Full) -> impl Iterator<Item = &V> {
    let (key, value) = match arguments {
        [element] => (None, Some(element)),
        [key, value] => (Some(key), Some(value)),
        _ => (None, None),
    };
    key.filter(|_| full.keys).into_iter().chain(value.filter(|_| full.values))
}

/// Whether a value of a field may be one that keeps its invariant.
fn may_hold(holds: &Holds, value: &Fact, input: &TestCase) -> bool {
    let number = match value {
        Fact::Null => return *holds != Holds::NotNull,
        Fact::Boolean(value) => i64::from(*value),
        Fact::Byte(value) => i64::from(*value),
        Fact::Char(value) => i64::from(*value),
        Fact::Short(value) => i64::from(*value),
        Fact::Int(value) => i64::from(*value),
        Fact::Long(value) => *value,
        Fact::Ref(id) => {
            let Some(object) = input.heap.get(id) else { return true };
            return match (holds, &object.object) {
                (Holds::OfClass(class), _) => object.class == display_name(class),
                (Holds::Length { low, high }, Object::Array { elements }) => {
                    (*low..=*high).contains(&i32::try_from(elements.len()).unwrap_or(i32::MAX))
                }
                _ => true,
            };
        }
        Fact::Float(_) | Fact::Double(_) | Fact::Unknown => return true,
    };
    match holds {
        Holds::Within { low, high } => (low..=high).contains(&&number),
        Holds::NotNull | Holds::Length { .. } | Holds::Full(_) | Holds::OfClass(_) => true,
    }
}
