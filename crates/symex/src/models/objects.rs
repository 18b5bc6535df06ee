//! `java.lang.Object`, `Throwable`, and the identity of objects.

use super::secrets;
use crate::class_name::ClassName;
use crate::core::Core;
use crate::flow::{Flow, Found, Stop, heap_cut, known};
use crate::hashing::Hashing;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided_null, object, returns, returns_class};
use crate::state::{State, provenance_of_new};
use crate::types::{class_of, heap_field, type_of};
use clew_base::Id;
use clew_facts::CutReason;
use clew_heap::{
    Alternative, Content, HeapError, Named, Object, ObjectId, Provenance, Ref, TypeConstraint, TypeId, Value,
};
use clew_jvm::{ClassId, Field, FieldId};
use clew_term::Sort;
use std::rc::Rc;

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        ("java/lang/Object", "getClass", _) => get_class,
        ("java/lang/Object", "hashCode", _) | ("java/lang/System", "identityHashCode", _) => identity_hash,
        ("java/lang/Object", "clone", _) => clone,
        ("java/lang/Object", "toString", _) => to_string,
        ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;") => {
            |m, s, args| box_of(m, s, args, "java/lang/Integer")
        }
        ("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;") => |m, s, args| box_of(m, s, args, "java/lang/Long"),
        ("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;") => |m, s, args| box_of(m, s, args, "java/lang/Short"),
        ("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;") => |m, s, args| box_of(m, s, args, "java/lang/Byte"),
        ("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;") => {
            |m, s, args| box_of(m, s, args, "java/lang/Character")
        }
        ("java/lang/Throwable", "getStackTrace" | "getOurStackTrace", _) => stack_trace,
        ("java/lang/Throwable", "addSuppressed" | "getSuppressed", _) => suppressed,
        ("java/lang/NullPointerException", "getMessage", _) => message_of_null_pointer,
        ("java/lang/String", "intern", _) => intern,
        _ => return None,
    })
}

/// The methods about suppressed exceptions. Of an exception that the virtual machine made, the list is the empty one that the
/// constructor would have set.
fn suppressed(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, object) = object!(machine, state, args[0]);
    if !state.passed.thrown_by_jvm.contains(&object) {
        return Ok(Modelled::Code(state));
    }
    let throwable = known!(state, machine.load("java/lang/Throwable"));
    if !machine.is_ready(&state, throwable) {
        return Ok(Modelled::Again(machine.initialize(state, throwable)?));
    }
    let named = |name: &str| declared_field(machine, throwable, name);
    let (Some(list), Some(empty)) = (named("suppressedExceptions"), named("SUPPRESSED_SENTINEL")) else {
        return Err(Stop::unsupported(state, "the suppressed exceptions of this JDK"));
    };
    let is_unset = matches!(state.heap.field(object, heap_field(list)), None | Some(Value::NULL));
    if let Some(empty) = state.globals.statics.values.get(&empty).copied().filter(|_| is_unset) {
        known!(state, machine.write_field(&mut state, object, list, empty));
    }
    Ok(Modelled::Code(state))
}

/// What an exception says that the virtual machine made: it puts that together when somebody asks for the first time.
fn message_of_null_pointer(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, object) = object!(machine, state, args[0]);
    let throwable = known!(state, machine.load("java/lang/Throwable"));
    let message =
        declared_field(machine, throwable, "detailMessage").filter(|_| state.passed.thrown_by_jvm.contains(&object));
    match message.and_then(|field| state.heap.field(object, heap_field(field))) {
        Some(unknown @ Value::Opaque(_)) => returns(state, unknown),
        _ => Ok(Modelled::Code(state)),
    }
}

/// The field of this name that the class itself declares.
fn declared_field(machine: &Core<'_>, class: ClassId, name: &str) -> Option<FieldId> {
    let fields = machine.world.class(class).fields.clone();
    fields.into_iter().find(|field| *machine.world.field(*field).name == *name)
}

/// `getClass` of an object whose class may have to be decided.
fn get_class(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (state, object) = object!(machine, state, args[0]);
    let Some(ty) = state.heap.object(object).exact_type() else {
        return Err(Stop::unsupported(state, "the class of an unknown object"));
    };
    machine.note_class_of_constructed(&state, object);
    let class = machine.types.class(ty);
    if machine.is_stub(&state, object) {
        return returns(state, Value::Opaque(secrets::CLASS_OF_STUB));
    }
    if class.is_hidden() {
        return returns(state, Value::Opaque(secrets::CLASS_OF_LAMBDA));
    }
    if state.globals.classes.handles.contains_key(&object) {
        return Err(Stop::unsupported(state, "the class of a handle"));
    }
    let name = ClassName::reference(&class.name);
    returns_class(machine, state, &name)
}

/// The text of an object that has the methods of `Object` ends with its identity hash code.
fn to_string(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Value::Ref(Ref::Object(object)) = args[0] else { return Ok(Modelled::Code(state)) };
    let Some(ty) = state.heap.object(object).exact_type() else { return Ok(Modelled::Code(state)) };
    let hash_code =
        machine.load("java/lang/Object").ok().and_then(|top| machine.world.find_method(top, "hashCode", "()I"));
    let is_own = hash_code.is_some_and(|hash| machine.selected(ty, hash, None) == Ok(Ok(hash)));
    if !is_own {
        return Ok(Modelled::Code(state));
    }
    let text = known!(state, crate::strings::unknown(machine, &mut state, super::secrets::SYMBOLIC_TEXT));
    returns(state, text)
}

/// The box of a value. Of a value that is not constant it is not known whether the cache of small values has it, so the
/// identity of such a box is not known either.
fn box_of(machine: &mut Core<'_>, mut state: State, args: &[Value], class: &str) -> ModelResult {
    let is_constant = matches!(args[0], Value::Term(value) if machine.pool.as_const(value).is_some());
    let class = known!(state, machine.load(class));
    let field = machine.world.instance_field(class, "value");
    let Some(field) = field.filter(|_| !is_constant) else { return Ok(Modelled::Code(state)) };
    let made = Object::new(type_of(class), provenance_of_new(&state));
    let object = state.heap.allocate(made);
    known!(state, machine.write_field(&mut state, object, field, args[0]));
    state.globals.identity.boxes.insert(object);
    returns(state, object)
}

/// An identity hash code is any number, and the same each time. Mostly it decides no more than where a table keeps the object. Where
/// no more unknown numbers are taken into a path, it goes on with one of our choice.
fn identity_hash(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let is_null;
    (state, is_null) = decided_null!(machine, state, args[0]);
    if is_null {
        let zero = machine.pool.bv32(0);
        return returns(state, zero);
    }
    let object;
    (state, object) = match machine.object(state, args[0])? {
        Found::Known(state, object) => (state, object),
        Found::Decided(flow) => return Ok(Modelled::Again(flow)),
    };
    if let Some(known) = state.globals.identity.hashes.get(&object).copied() {
        return returns(state, known);
    }
    let is_of_run = machine.may_pin(&state);
    let asked = state.globals.identity.hashes.len();
    let hash = if let Some(hashes) = machine.run.hashes.as_mut().filter(|_| is_of_run) {
        let code = hashes.code(asked);
        machine.pool.bv32(code)
    } else if let Ok(any) = machine.unknown_decision(&mut state, secrets::IDENTITY_HASH, Sort::Bv(32)) {
        any
    } else {
        known!(state, machine.choose_for_machine(&mut state, secrets::IDENTITY_HASH));
        machine.pool.bv32(Hashing::FAR_APART.code(object.index()))
    };
    state.globals.identity.hashes.insert(object, hash);
    returns(state, hash)
}

fn stack_trace(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    returns(state, Value::Opaque(secrets::STACK_TRACE))
}

fn intern(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let units = match args[0] {
        Value::Ref(Ref::Object(object)) => crate::strings::units(machine, &state, object).map(|units| (object, units)),
        _ => None,
    };
    let Some((object, units)) = units else { return Err(Stop::unsupported(state, "a symbolic java.lang.String")) };
    let key: Rc<[u16]> = units.into();
    let interned = *state.globals.texts.interned.entry(key).or_insert(object);
    returns(state, interned)
}

/// A shallow copy of an array, or of an object whose class implements `Cloneable`.
fn clone(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, object) = object!(machine, state, args[0]);
    let Some(ty) = state.heap.object(object).exact_type() else {
        return Err(Stop::unsupported(state, "the class of an unknown object"));
    };
    machine.note_class_of_constructed(&state, object);
    if machine.is_stub(&state, object) {
        return Err(Stop::unsupported(state, "a clone of a stub"));
    }
    let cloneable = machine.load("java/lang/Cloneable").map(crate::types::type_of);
    let copies =
        cloneable.is_ok_and(|cloneable| machine.test_type(&TypeConstraint::exactly(ty), cloneable).0.is_some());
    if !copies {
        return Ok(Modelled::Throws(state, "java/lang/CloneNotSupportedException"));
    }
    let provenance = provenance_of_new(&state);
    let copied = match state.heap.object(object).content {
        Content::Array(_) => {
            let (mut cx, model) = machine.heap_context();
            match model.copy_array(&mut cx, &state.heap, object, provenance) {
                Err(HeapError::Opaque(_)) => return super::arrays::clone_by_elements(machine, state, object, ty),
                copied => copied.map_err(|error| heap_cut(&error)),
            }
        }
        Content::Fields { .. } => copy_object(machine, &mut state, object, ty, provenance),
    };
    let Alternative { guard, heap, value: copy } = known!(state, copied);
    match machine.adopt(state, Alternative { guard, heap, value: () }) {
        Some(state) => returns(state, copy),
        None => Ok(Modelled::Again(Flow::nowhere())),
    }
}

/// A new object with what every field of the other holds.
fn copy_object(
    machine: &mut Machine<'_>,
    state: &mut State,
    original: ObjectId,
    ty: TypeId,
    provenance: Provenance,
) -> Result<Alternative<ObjectId>, CutReason> {
    let mut copy = Object::new(ty, provenance);
    let fields = machine.world.instance_fields(class_of(ty));
    let fields: Vec<Rc<Field>> = fields.iter().map(|field| machine.world.field(*field)).collect();
    let mut reads = Vec::with_capacity(fields.len());
    for field in &fields {
        let kind = machine.types.kind(&field.descriptor).map_err(|error| CutReason::Unsupported(error.to_string()))?;
        reads.push(machine.field_read(state, original, field, kind)?);
    }
    let mut after = Alternative { guard: machine.pool.tru(), heap: state.heap.clone(), value: () };
    for read in reads {
        let names = [Named { guard: machine.pool.tru(), object: original }];
        let (mut cx, model) = machine.heap_context();
        let held = model.get_field(&mut cx, &after.heap, &names, read);
        let value = machine.only_result(&mut after, held)?;
        copy.initialize_field(read.field, value);
    }
    let object = after.heap.allocate(copy);
    Ok(Alternative { guard: after.guard, heap: after.heap, value: object })
}
