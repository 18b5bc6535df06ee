//! Static fields, string literals and class literals.

use crate::class_name::ClassName;
use crate::core::{Bounds, Core};
use crate::flow::{Step, Stop, advance, known};
use crate::ledger::initializing;
use crate::machine::Machine;
use crate::models::output::is_factory_of_loggers;
use crate::models::process::is_changed_by_calls;
use crate::state::{InitStatus, State, provenance_of_new};
use crate::strings;
use crate::types::type_of;
use clew_facts::CutReason;
use clew_heap::{Kind, Object, ObjectId, Ref, Value};
use clew_ir::{Expr, FieldRef, Reg};
use clew_jvm::{ConstantValue, Field, Provenance};

/// Why the value of a counter is not known.
pub(crate) const COUNTER: &str = "a static field that each test changes";
const IMMUTABLE_COLLECTIONS: &str = "java/util/ImmutableCollections";

impl Machine<'_> {
    pub(super) fn get_static(&mut self, mut state: State, dst: Reg, field: &FieldRef) -> Step {
        let (field, kind) = known!(state, self.resolve_field(field));
        if !self.is_ready(&state, field.class) {
            return self.initialize(state, field.class);
        }
        if let Some(needed) = known!(state, self.recall_static(&mut state, &field)) {
            return self.initialize(state, needed);
        }
        if !self.free_static(&mut state, &field, kind) {
            self.assume_initial(&state, &field);
        }
        self.before_static_read(&mut state, &field);
        known!(state, self.before_default_read(&mut state, &field));
        if &*self.world.class(field.class).name == "java/lang/System"
            && let Some(stream) = known!(state, self.stream_of_system(&mut state, &field.name))
        {
            state.set(dst, Value::Ref(Ref::Object(stream)));
            return Ok(advance(state));
        }
        let why = self.unknown_static(&field).or_else(|| is_counter(&state, &field).then_some(COUNTER));
        if let Some(why) = why {
            state.set(dst, Value::Opaque(why));
            return Ok(advance(state));
        }
        let value = match state.globals.statics.values.get(&field.id) {
            Some(value) => *value,
            None => known!(state, self.initial_value(&mut state, &field, kind)),
        };
        let value = match value {
            Value::Opaque(why) if self.is_order_of_collections(&state, &field) => {
                // The salt of the order in which they are gone through, another one in each run.
                known!(state, self.choose_for_machine(&mut state, why));
                kind.default_value(&mut self.pool)
            }
            value => value,
        };
        state.set(dst, value);
        Ok(advance(state))
    }

    /// Notes that a path goes on with our choice of something that only the running machine knows: from here on nothing is
    /// predicted of it, and the executions with another choice are on record as not followed.
    ///
    /// # Errors
    /// An initializer runs that the path can go on behind, and no other state does so yet. The state is unchanged.
    pub(crate) fn choose_for_machine(&mut self, state: &mut State, what: &'static str) -> Result<(), CutReason> {
        if state.guesses.for_tests.is_none() && self.initializer_to_leave(state).is_some() {
            return Err(CutReason::Chosen(what.to_owned()));
        }
        state.predict_no_further(what);
        self.ledger.record_cut(state, CutReason::Chosen(what.to_owned()));
        Ok(())
    }

    /// Whether the path goes on with a default locale and a default time zone that a test sets: a concrete run of a test does.
    pub(crate) fn may_pin(&self, state: &State) -> bool {
        self.bounds == Bounds::Off && provenance_of_new(state) == clew_heap::Provenance::New
    }

    /// What a static field holds before its class's initializer runs.
    fn initial_value(&mut self, state: &mut State, field: &Field, kind: Kind) -> Result<Value, CutReason> {
        Ok(match &field.constant {
            Some(ConstantValue::Int(value)) => Value::Term(self.pool.bv32(*value)),
            Some(ConstantValue::Long(value)) => Value::Term(self.pool.bv64(*value)),
            Some(ConstantValue::Float(bits)) => Value::Term(self.pool.f32(*bits)),
            Some(ConstantValue::Double(bits)) => Value::Term(self.pool.f64(*bits)),
            Some(ConstantValue::String(units)) => Value::Ref(Ref::Object(strings::intern(self, state, units)?)),
            None => kind.default_value(&mut self.pool),
        })
    }

    pub(super) fn put_static(&mut self, mut state: State, field: &FieldRef, value: &Expr) -> Step {
        let (field, kind) = known!(state, self.resolve_field(field));
        if !self.is_ready(&state, field.class) {
            return self.initialize(state, field.class);
        }
        known!(state, self.may_write(&state, false));
        let value = match self.eval(&state, value) {
            Value::Term(term) => Value::Term(kind.pass_through(&mut self.pool, term)),
            other => other,
        };
        known!(state, self.note_static_write(&mut state, &field, kind));
        let value = self.option_of_vm(&field).unwrap_or(value);
        state.globals.recalled.waiting.remove(&field.id);
        state.globals.statics.values.insert(field.id, value);
        self.note_static_store(&mut state, &field, value);
        Ok(advance(state))
    }

    /// Keeps what a static field of the program held before the method under test, or what it calls, wrote to it.
    fn note_static_write(&mut self, state: &mut State, field: &Field, kind: Kind) -> Result<(), CutReason> {
        self.expect_order_of_static_write(state, field);
        let class = self.world.class(field.class);
        let is_own = class.provenance != Provenance::Jdk;
        let in_test = state.entry.begun && provenance_of_new(state) == clew_heap::Provenance::New;
        state.globals.initialization.changed_process |=
            !is_own && in_test && is_changed_by_calls(&class.name, &field.name);
        if is_own && in_test && !state.globals.statics.overwritten.contains_key(&field.id) {
            let before = match state.globals.statics.values.get(&field.id) {
                Some(value) => *value,
                None => self.initial_value(state, field, kind)?,
            };
            state.globals.statics.overwritten.insert(field.id, before);
        }
        Ok(())
    }

    pub(super) fn load_string(&mut self, mut state: State, dst: Reg, units: &[u16]) -> Step {
        let object = known!(state, strings::intern(self, &mut state, units));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }
}

/// Whether a field has a number that tests change which were run before.
fn is_counter(state: &State, field: &Field) -> bool {
    let statics = &state.globals.statics;
    statics.counters.contains(&field.id)
        && !statics.overwritten.contains_key(&field.id)
        && initializing(state).is_none()
}

impl Core<'_> {
    pub(super) fn load_class(&mut self, mut state: State, dst: Reg, class: &str) -> Step {
        if let Err(error) = self.world.load(class) {
            return Err(Stop::unsupported(state, error.to_string()));
        }
        let object = known!(state, self.class_object(&mut state, &ClassName::reference(class)));
        state.set(dst, Value::Ref(Ref::Object(object)));
        Ok(advance(state))
    }

    /// The `Class` object of a class: there is one of each.
    pub(crate) fn class_object(&mut self, state: &mut State, name: &ClassName) -> Result<ObjectId, CutReason> {
        if let Some(object) = state.globals.classes.objects.get(name) {
            return Ok(*object);
        }
        let class = self.load("java/lang/Class")?;
        // There is one for each class, which the input may name as well.
        let object = state.heap.allocate(Object::new(type_of(class), clew_heap::Provenance::Initialization));
        state.globals.classes.objects.insert(name.clone(), object);
        state.globals.classes.names.insert(object, name.clone());
        Ok(object)
    }
}

impl Core<'_> {
    /// Whether a field holds what the order hangs on in which immutable collections are gone through, to be used for that.
    fn is_order_of_collections(&self, state: &State, field: &Field) -> bool {
        let is_there = &*self.world.class(field.class).name == IMMUTABLE_COLLECTIONS;
        is_there && !state.top().code.method.is_class_initializer()
    }

    /// Static fields of the JDK that its start-up sets, which does not run here.
    fn unknown_static(&self, field: &Field) -> Option<&'static str> {
        if field.is_final() && field.constant.is_some() {
            return None;
        }
        match &*self.world.class(field.class).name {
            "java/lang/System" => Some("the state of java.lang.System"),
            "jdk/internal/misc/VM" => Some("the state of the virtual machine"),
            "jdk/internal/access/SharedSecrets"
            | "java/lang/ClassLoader"
            | "java/lang/Thread"
            | "java/lang/invoke/MethodHandles"
            | "java/lang/invoke/MethodHandles$Lookup" => Some("the state of the library after start-up"),
            class if is_factory_of_loggers(class) => Some("the state of a factory of loggers"),
            _ => None,
        }
    }

    /// What a static field holds that the virtual machine sets by its options, whatever is written to it.
    fn option_of_vm(&mut self, field: &Field) -> Option<Value> {
        let class = self.world.class(field.class);
        let compact_strings = (&*class.name, &*field.name) == ("java/lang/String", "COMPACT_STRINGS");
        // See `Machine::reveal_text`.
        compact_strings.then(|| Value::Term(self.pool.bv32(0)))
    }

    /// Whether the class is initialized, or its initializer runs now: there is one thread.
    pub(crate) fn is_ready(&self, state: &State, class: clew_jvm::ClassId) -> bool {
        matches!(state.globals.initialization.status.get(&class), Some(InitStatus::Done | InitStatus::Running))
    }
}
