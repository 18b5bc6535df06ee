//! Static fields that hold anything when the method first looks at them, where the exploration is asked for that: a test sets them
//! before the call and puts them back after it.
//!
//! They are those that a test of the package may assign, of types that are no objects. The class must have no initializer that runs
//! in the course of the method, since a test that sets a field has the class initialized before.

use crate::core::Bounds;
use crate::extract::Extractor;
use crate::fresh::unknown;
use crate::ledger::initializing;
use crate::machine::Machine;
use crate::rerun::{Lost, field_of, initialize_within};
use crate::state::State;
use crate::types::display_name;
use clew_facts::{CutReason, FieldKey, InputsByCalls, StaticValue, TestCase};
use clew_heap::{Kind, Value};
use clew_jvm::{Class, Field, FieldId, MethodId, Provenance, World};

/// Whether a class has a static field that tests of a method can set.
pub fn has_settable_static(world: &World, method: MethodId, class: &str) -> bool {
    let Ok(class) = world.load(&class.replace('.', "/")) else { return false };
    let target = world.class(world.method(method).class);
    let mut fields = world.class(class).fields.clone().into_iter().map(|field| world.field(field));
    fields.any(|field| field.is_static() && is_settable(world, &target, &field))
}

/// Whether a test of a class may name a static field.
fn is_seen(world: &World, target: &Class, field: &Field) -> bool {
    let class = world.class(field.class);
    field.is_public() && class.is_public() || !field.is_private() && class.package() == target.package()
}

/// Whether a test of a class may set a static field, and nothing else changes by that.
fn is_settable(world: &World, target: &Class, field: &Field) -> bool {
    let class = world.class(field.class);
    let is_seen = is_seen(world, target, field);
    let is_plain = class.provenance != Provenance::Jdk && !field.is_final() && !field.is_synthetic();
    let is_early = world.is_subtype(target.id, class.id) || !world.has_initializer_of_program(class.id);
    is_plain && is_seen && is_early && Kind::of_primitive(&field.descriptor).is_some()
}

/// Whether reflection finds the members of a class: it looks up the types of all of them, whichever is asked for.
fn can_reflect_on(world: &World, class: &Class) -> bool {
    let is_there = |descriptor: &str| {
        let element = descriptor.trim_start_matches('[').strip_prefix('L').and_then(|rest| rest.strip_suffix(';'));
        element.is_none_or(|name| world.load(name).is_ok())
    };
    let mut fields = class.fields.iter().map(|field| world.field(*field));
    let mut methods = class.methods.iter().map(|method| world.method(*method));
    fields.all(|field| is_there(&field.descriptor))
        && methods.all(|method| method.parameters.iter().chain(&method.returns).all(|ty| is_there(ty)))
}

impl Machine<'_> {
    /// Whether a test can put back what calls leave in a static field of a class of the program.
    pub(crate) fn can_be_put_back(&self, field: FieldId) -> bool {
        let field = self.world.field(field);
        let class = self.world.class(field.class);
        let target = self.world.class(self.world.method(self.target).class);
        match self.options.inputs_by_calls {
            InputsByCalls::Public => field.is_public() && class.is_public(),
            InputsByCalls::Off | InputsByCalls::Package => {
                is_seen(self.world, &target, &field) || can_reflect_on(self.world, &class)
            }
        }
    }

    /// Before a static field is read: has it hold anything, where that is asked for and nothing has been done to it yet. Whether it
    /// does so since its first read, so that nothing is assumed of it.
    pub(super) fn free_static(&mut self, state: &mut State, field: &Field, kind: Kind) -> bool {
        if state.input.statics.contains_key(&field.id) {
            return true;
        }
        let is_at_entry = state.entry.begun
            && initializing(state).is_none()
            && !state.globals.statics.overwritten.contains_key(&field.id);
        if !self.options.free_statics || self.bounds == Bounds::Off || !is_at_entry {
            return false;
        }
        let target = self.world.class(self.world.method(self.target).class);
        if !is_settable(self.world, &target, field) {
            return false;
        }
        let name = format!("{}.{}", display_name(&self.world.class(field.class).name), field.name);
        let value = unknown(self, state, &name, kind);
        state.globals.statics.values.insert(field.id, value);
        state.input.statics.insert(field.id, (value, kind));
        true
    }
}

/// The static fields that a test has to set.
pub(crate) fn statics_to_set(extractor: &mut Extractor<'_, '_>, state: &State) -> Vec<StaticValue> {
    let world = extractor.machine.world;
    let mut all = Vec::new();
    for (id, (value, kind)) in &state.input.statics {
        let field = world.field(*id);
        let field = FieldKey::of_internal(&world.class(field.class).name, &field.name, &field.descriptor);
        all.push(StaticValue { field, value: extractor.value(state, *value, *kind) });
    }
    all
}

/// The state in which the static fields of a test hold what it sets, before a concrete run of it.
///
/// # Errors
/// Why that is not known.
pub(crate) fn set_statics(machine: &mut Machine<'_>, mut state: State, test: &TestCase) -> Result<State, Lost> {
    for StaticValue { field, value } in &test.statics {
        let unknown = || Lost(CutReason::Unsupported("a static field of a concrete run".to_owned()));
        let field = field_of(machine, field).ok_or_else(unknown)?;
        let steps = machine.run.rerun_steps;
        state = initialize_within(machine, state, field.class, steps)?;
        let value = machine.number(value).map(Value::Term).ok_or_else(unknown)?;
        state.globals.statics.values.insert(field.id, value);
    }
    Ok(state)
}
