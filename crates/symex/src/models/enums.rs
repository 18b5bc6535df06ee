//! The constants of enums by their names.
//!
//! The JDK looks a name up in a table, by its hash code: of a name that is not known, that is a function of all its characters, by
//! which the table is indexed. Here the name is compared with those of the constants.

use crate::flow::{Flow, Stop, known, object_of, split_into};
use crate::machine::{Guards, Machine};
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, object, with_characters};
use crate::state::{State, provenance_of_new};
use crate::types::{heap_field, type_of};
use clew_base::Id;
use clew_facts::Assumption;
use clew_heap::{Alternative, ArrayData, Object, ObjectId, Ref, Value};
use clew_jvm::ClassId;
use clew_term::Term;

const ENUM: &str = "java/lang/Enum";
const MAP: &str = "java/util/HashMap";

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match (class, name) {
        (ENUM, "valueOf") if descriptor.starts_with("(Ljava/lang/Class;Ljava/lang/String;)") => Some(value_of),
        ("java/lang/Class", "getEnumConstantsShared") => Some(shared_constants),
        ("java/lang/Class", "enumConstantDirectory") => Some(directory),
        _ => None,
    }
}

/// The constants of an enum class, in the array that its initializer made.
fn shared_constants(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, super::classes::class_named(&state, args.first()));
    let class = super::classes::loaded(machine, &name).filter(|class| machine.world.class(*class).is_enum());
    let Some(class) = class else { return super::modelled::returns(state, Value::NULL) };
    if !machine.is_ready(&state, class) {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    match constants(machine, &state, class) {
        Some(all) => {
            machine.ledger.rest_on_initialization(machine.world, &state, class);
            super::modelled::returns(state, all)
        }
        None => Err(Stop::unsupported(state, "the constants of an enum class")),
    }
}

/// The array of all constants, if the initializer of the class has made it.
fn constants(machine: &Machine<'_>, state: &State, class: ClassId) -> Option<ObjectId> {
    let wanted = format!("[L{};", machine.world.class(class).name);
    let fields = machine.world.class(class).fields.clone();
    let all = fields
        .iter()
        .map(|field| machine.world.field(*field))
        .find(|field| field.is_static() && field.is_synthetic() && *field.descriptor == *wanted)?;
    match state.globals.statics.values.get(&all.id) {
        Some(Value::Ref(Ref::Object(all))) => Some(*all),
        _ => None,
    }
}

/// The constant that has the name, one path for each that may have it. Of a name that no constant has, and of `null`, the method's
/// own code says what is wrong.
fn value_of(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let class = super::classes::class_named(&state, args.first()).ok();
    let class = class.and_then(|name| super::classes::loaded(machine, &name));
    let Some(class) = class.filter(|class| machine.world.class(*class).is_enum()) else {
        return Ok(Modelled::Code(state));
    };
    if !machine.is_ready(&state, class) {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    let (state, is_null) = decided_null!(machine, state, args[1]);
    if is_null {
        return Ok(Modelled::Code(state));
    }
    let (mut state, name) = object!(machine, state, args[1]);
    state = with_characters!(machine, state, name);
    let Some(named) = matches(machine, &state, class, name) else { return Ok(Modelled::Code(state)) };
    machine.ledger.rest_on_initialization(machine.world, &state, class);
    machine.ledger.assume_everywhere(Assumption::ClosedWorldJdk);
    if let Some((constant, _)) = named.iter().find(|(_, has_name)| machine.truth(&state, *has_name) == Some(true)) {
        return super::modelled::returns(state, *constant);
    }
    let open: Vec<(ObjectId, Term)> =
        named.into_iter().filter(|(_, has_name)| machine.truth(&state, *has_name).is_none()).collect();
    if open.is_empty() { Ok(Modelled::Code(state)) } else { Ok(Modelled::Again(decide_which(machine, state, &open))) }
}

/// One state for each object whose condition may hold, of which no two hold together, and one in which none does.
pub(super) fn decide_which(machine: &mut Machine<'_>, state: State, open: &[(ObjectId, Term)]) -> Flow {
    let mut alternatives = Vec::with_capacity(open.len() + 1);
    let mut of_none = machine.pool.tru();
    let mut others = Vec::with_capacity(open.len());
    for (_, has_name) in open {
        alternatives.push(Alternative { guard: *has_name, heap: state.heap.clone(), value: vec![*has_name] });
        let other = machine.pool.not(*has_name);
        of_none = machine.pool.and(of_none, other);
        others.push(other);
    }
    alternatives.push(Alternative { guard: of_none, heap: state.heap.clone(), value: others });
    split_into(machine.split(state, alternatives, Guards::Exhaustive, |child, facts| {
        child.path.known.extend(facts);
    }))
}

/// Each constant of a class with the condition that its name is this one; `None` where that cannot be told.
fn matches(machine: &mut Machine<'_>, state: &State, class: ClassId, name: ObjectId) -> Option<Vec<(ObjectId, Term)>> {
    let all = state.heap.object(constants(machine, state, class)?).array()?;
    let ArrayData::Dense(constants) = &all.data else { return None };
    let base = machine.load(ENUM).ok()?;
    let name_of = machine.world.instance_field(base, "name")?;
    let mut named = Vec::new();
    for constant in constants {
        let Value::Ref(Ref::Object(constant)) = constant else { return None };
        let Some(Value::Ref(Ref::Object(own))) = state.heap.object(*constant).field(heap_field(name_of)) else {
            return None;
        };
        crate::strings::units(machine, state, own)?;
        named.push((*constant, super::text::same_text(machine, state, own, name)?));
    }
    Some(named)
}

/// The table of the constants by name. Where `Enum.valueOf` asks for it with a name that is known to be of no constant, an empty table
/// gives the same answer, and nothing has to be known of the name's hash code.
fn directory(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let class = super::classes::class_named(&state, args.first()).ok();
    let class = class.and_then(|name| super::classes::loaded(machine, &name));
    let Some(class) = class.filter(|class| machine.is_ready(&state, *class)) else { return Ok(Modelled::Code(state)) };
    if !is_name_of_none(machine, &state, class) {
        return Ok(Modelled::Code(state));
    }
    let map = known!(state, machine.load(MAP));
    if !machine.is_ready(&state, map) {
        return Ok(Modelled::Again(machine.initialize(state, map)?));
    }
    let Some(constructor) = machine.world.find_method(map, "<init>", "()V") else { return Ok(Modelled::Code(state)) };
    let empty = Object::new(type_of(map), provenance_of_new(&state));
    let empty = state.heap.allocate(empty);
    let made = Value::Ref(Ref::Object(empty));
    Ok(Modelled::After(state, constructor, vec![made], Some(made)))
}

/// Whether the running method is `Enum.valueOf`, asked for a name that is null or that no constant of the class has.
fn is_name_of_none(machine: &mut Machine<'_>, state: &State, class: ClassId) -> bool {
    let frame = state.top();
    let method = &frame.code.method;
    if &*machine.world.class(method.class).name != ENUM || &*method.name != "valueOf" {
        return false;
    }
    let Some(Value::Ref(name)) = frame.code.code.body.params.get(1).map(|name| frame.regs[name.index()]) else {
        return false;
    };
    if name == Ref::Null {
        return constants(machine, state, class).is_some();
    }
    let named = object_of(state, name).and_then(|name| matches(machine, state, class, name));
    named.is_some_and(|named| named.into_iter().all(|(_, has_name)| machine.truth(state, has_name) == Some(false)))
}
