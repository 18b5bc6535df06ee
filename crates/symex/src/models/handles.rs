//! `java.lang.invoke.VarHandle`: fields of objects and elements of arrays, as the classes of `java.util.concurrent` use them.
//!
//! A handle is an object that stands for a field or for the elements of a class of arrays. What is passed is taken as it is, so
//! the types that the call names have to be those of the place.

use super::access::{Access, Answer, Place, compare_and_write};
use super::classes::class_named;
use crate::class_name::ClassName;
use crate::core::Core;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided, object_or_throw, returns};
use crate::partial::partial_object;
use crate::sharing::Ordered;
use crate::state::State;
use crate::state::handle::{Coding, Handle};
use crate::types::{class_of, type_of};
use clew_facts::CutReason;
use clew_heap::{Array, Content, Kind, ObjectId, Ref, TypeOracle, Value};
use clew_ir::{Callee, Terminator};
use clew_jvm::{ClassId, Field, Provenance, parse_method_descriptor};
use clew_term::Term;
use std::rc::Rc;
use std::sync::Arc;

const HANDLE: &str = "java/lang/invoke/VarHandle";

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    match (class, name) {
        ("java/lang/invoke/MethodHandles", "lookup") => Some(lookup),
        ("java/lang/invoke/MethodHandles", "privateLookupIn") => Some(private_lookup),
        (LOOKUP, "findVarHandle") => Some(find),
        ("java/lang/invoke/MethodHandles", "arrayElementVarHandle") => Some(of_elements),
        ("java/lang/invoke/MethodHandles", "byteArrayViewVarHandle") => Some(of_bytes),
        (HANDLE, "withInvokeExactBehavior") => Some(exact),
        // One thread runs.
        (HANDLE, name) if name.ends_with("Fence") => Some(super::platform::nothing),
        (HANDLE, name) => Some(access(name).unwrap_or(|_, state, _| Err(Stop::cut(state, unknown())))),
        _ => None,
    }
}

/// What a method of a handle does.
fn access(name: &str) -> Option<Model> {
    let verbs = ["weakCompareAndSet", "compareAndSet", "compareAndExchange", "getAndSet", "getAndAdd", "get", "set"];
    let verb = *verbs.iter().find(|verb| name.starts_with(**verb))?;
    let order = name.strip_prefix(verb)?;
    if !matches!(order, "" | "Plain" | "Volatile" | "Opaque" | "Acquire" | "Release") {
        return None;
    }
    Some(match verb {
        "get" => get,
        "set" => set,
        "getAndSet" => |machine, state, args| exchange(machine, state, args, |_, _, new| Ok(new)),
        "getAndAdd" => |machine, state, args| {
            exchange(machine, state, args, |machine, old, delta| match (old, delta) {
                (Value::Term(old), Value::Term(delta)) => Ok(Value::Term(machine.pool.add(old, delta))),
                _ => Err(unknown()),
            })
        },
        "weakCompareAndSet" => weakly_compare,
        "compareAndSet" => |machine, state, args| compare(machine, state, args, Answer::Whether),
        _ => |machine, state, args| compare(machine, state, args, Answer::Found),
    })
}

pub(super) fn unknown() -> CutReason {
    CutReason::Unsupported("a handle of a variable that is not followed".to_owned())
}

/// What finds handles for the class that calls.
fn lookup(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    let caller = state.top().code.method.class;
    let lookup = known!(state, make(machine, &mut state, LOOKUP, Handle::Lookup(caller)));
    returns(state, lookup)
}

/// What finds handles as another class would. Between classes of the program nothing is closed to it.
fn private_lookup(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(Handle::Lookup(asking)) = handle_of(&state, args.get(1)) else { return Err(Stop::cut(state, unknown())) };
    let class = known!(state, class_named(&state, args.first()));
    let Some(class) = class.as_reference().and_then(|name| machine.world.load(name).ok()) else {
        return Err(Stop::cut(state, unknown()));
    };
    if !belong_together(machine, class, asking) {
        return Err(Stop::cut(state, unknown()));
    }
    let lookup = known!(state, make(machine, &mut state, LOOKUP, Handle::Lookup(class)));
    returns(state, lookup)
}

/// The field that a class declares for its objects under a name.
pub(super) fn field_named(
    machine: &Machine<'_>,
    state: &State,
    class: Option<&Value>,
    name: Option<&Value>,
) -> Result<Rc<Field>, CutReason> {
    let class = class_named(state, class)?;
    let name = match name {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, state, *object),
        _ => None,
    };
    let class = class.as_reference().and_then(|name| machine.world.load(name).ok());
    let (class, name) = class.zip(name).ok_or_else(unknown)?;
    let declared = machine.world.class(class);
    let mut fields = declared.fields.iter().map(|field| machine.world.field(*field));
    let is_named = |field: &Rc<Field>| field.name.encode_utf16().eq(name.iter().copied()) && !field.is_static();
    fields.find(is_named).ok_or_else(unknown)
}

/// Whether handles of a field are followed that a class asks for.
pub(super) fn is_open_to(machine: &Core<'_>, field: &Field, asking: ClassId) -> bool {
    belong_together(machine, field.class, asking) && machine.world.is_open_to(field, asking)
}

/// Whether two classes are both of the JDK, or none is.
fn belong_together(machine: &Core<'_>, one: ClassId, other: ClassId) -> bool {
    let is_of_jdk = |class| machine.world.class(class).provenance == Provenance::Jdk;
    is_of_jdk(one) == is_of_jdk(other)
}

pub(super) fn handle_of(state: &State, value: Option<&Value>) -> Option<Handle> {
    match value {
        Some(Value::Ref(Ref::Object(handle))) => state.globals.classes.handles.get(handle).copied(),
        _ => None,
    }
}

/// The handle of a field, if it is one that can be followed: open to the class that looks for it, and not of the JDK's where that
/// is of the program.
fn find(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let ty = known!(state, class_named(&state, args.get(3)));
    let field = known!(state, field_named(machine, &state, args.get(1), args.get(2)));
    let Some(Handle::Lookup(asking)) = handle_of(&state, args.first()) else {
        return Err(Stop::cut(state, unknown()));
    };
    if ClassName::of_descriptor(&field.descriptor) != ty || !is_open_to(machine, &field, asking) {
        return Err(Stop::cut(state, unknown()));
    }
    let handle = known!(state, make(machine, &mut state, HANDLE, Handle::Field(field.id)));
    returns(state, handle)
}

fn of_elements(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let class = known!(state, class_named(&state, args.first()));
    let class = class.as_reference().and_then(|name| machine.world.load(name).ok()).map(type_of);
    let Some(array) = class.filter(|ty| machine.types.array_element(*ty).is_some()) else {
        return Err(Stop::cut(state, unknown()));
    };
    let handle = known!(state, make(machine, &mut state, HANDLE, Handle::Elements(array)));
    returns(state, handle)
}

/// The handle of numbers in an array of bytes; those with a fraction are not followed.
fn of_bytes(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let class = known!(state, class_named(&state, args.first()));
    let element = class.as_reference().and_then(|name| name.strip_prefix('['));
    let kind = element.and_then(|element| machine.types.kind(element).ok());
    let order = known!(state, machine.load("java/nio/ByteOrder"));
    let fields = machine.world.class(order).fields.clone();
    let mut fields = fields.into_iter().map(|field| machine.world.field(field));
    let passed = fields.find(|field| field.is_static() && state.globals.statics.values.get(&field.id) == args.get(1));
    let passed = passed.map(|field| Arc::clone(&field.name));
    match (kind, passed.as_deref()) {
        (
            Some(kind @ (Kind::Long | Kind::Int | Kind::Short | Kind::Char)),
            Some(order @ ("BIG_ENDIAN" | "LITTLE_ENDIAN")),
        ) => {
            let handle = Handle::Bytes(Coding { kind, big_endian: order == "BIG_ENDIAN" });
            let handle = known!(state, make(machine, &mut state, HANDLE, handle));
            returns(state, handle)
        }
        _ => Err(Stop::cut(state, unknown())),
    }
}

/// The same handle for exact calls alone, as all are that are followed. The JDK's code never asks whether it is the same object.
fn exact(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    match handle_of(&state, args.first()) {
        Some(handle @ (Handle::Field(_) | Handle::Elements(_) | Handle::Bytes(_)))
            if state.top().code.provenance == Provenance::Jdk =>
        {
            let handle = known!(state, make(machine, &mut state, HANDLE, handle));
            returns(state, handle)
        }
        _ => Err(Stop::cut(state, unknown())),
    }
}

/// An object that stands for something; nothing is said of what it holds.
pub(super) fn make(
    machine: &Machine<'_>,
    state: &mut State,
    class: &str,
    handle: Handle,
) -> Result<ObjectId, CutReason> {
    let object = partial_object(machine, state, class, "what a handle or a lookup holds", |_| None)?;
    state.globals.classes.handles.insert(object, handle);
    Ok(object)
}

/// Begins an access with so many values behind the place, or lets the call run again.
macro_rules! begun {
    ($machine:expr, $state:expr, $args:expr, $values:expr) => {{
        let Some(handle) = handle_of(&$state, $args.first()) else { return Err(Stop::cut($state, unknown())) };
        let first = known!($state, check_types($machine, &$state, handle, $args, $values));
        let (mut state, object) = object_or_throw!($machine, $state, $args[1]);
        let place = known!(state, place($machine, &state, handle, object, $args.get(2)));
        if let Some((within, thrown)) = known!(state, bounds($machine, &state, object, &place)) {
            let holds;
            (state, holds) = decided!($machine, state, within);
            if !holds {
                return Ok(Modelled::Throws(state, thrown));
            }
        }
        let ordered = if matches!(place, Place::Bytes(..)) { Ordered::No } else { Ordered::Yes };
        let access = Access::begin($machine, &mut state, object, place, ordered);
        (state, access, &$args[first..])
    }};
}

/// The condition that an array has the place, if it is one of an array, and what is thrown where it does not hold.
fn bounds(
    machine: &mut Machine<'_>,
    state: &State,
    object: ObjectId,
    place: &Place,
) -> Result<Option<(Term, &'static str)>, CutReason> {
    let (Place::Element(index) | Place::Bytes(index, _)) = *place else { return Ok(None) };
    let length = state.heap.object(object).array().map(|array| array.length).ok_or_else(unknown)?;
    Ok(Some(match place {
        Place::Bytes(_, coding) => {
            let size = machine.pool.bv32(coding.size());
            let has_any = machine.pool.sle(size, length);
            let last = machine.pool.sub(length, size);
            let is_early = machine.pool.ule(index, last);
            (machine.pool.and(has_any, is_early), "java/lang/IndexOutOfBoundsException")
        }
        _ => (machine.pool.ult(index, length), "java/lang/ArrayIndexOutOfBoundsException"),
    }))
}

/// The part of an object that a handle stands for.
pub(super) fn place(
    machine: &mut Machine<'_>,
    state: &State,
    handle: Handle,
    object: ObjectId,
    index: Option<&Value>,
) -> Result<Place, CutReason> {
    let held = state.heap.object(object);
    match (handle, &held.content, index) {
        (Handle::Field(field), Content::Fields { .. }, _) => {
            let class = held.exact_type().map(class_of).ok_or_else(unknown)?;
            if !machine.world.instance_fields(class).contains(&field) {
                return Err(unknown());
            }
            let kind = machine.types.kind(&machine.world.field(field).descriptor).map_err(|_| unknown())?;
            Ok(Place::Field(field, kind))
        }
        (Handle::Elements(array), Content::Array(_), Some(Value::Term(index)))
            if held.exact_type().is_some_and(|ty| machine.types.is_subtype(ty, array)) =>
        {
            Ok(Place::Element(*index))
        }
        (Handle::Bytes(coding), Content::Array(Array { kind: Kind::Byte, .. }), Some(Value::Term(index))) => {
            Ok(Place::Bytes(*index, coding))
        }
        _ => Err(unknown()),
    }
}

/// Checks that the call passes what the place takes and so many values of its very type, and that what it gets needs no cast.
/// Gives the position of the first value.
fn check_types(
    machine: &Core<'_>,
    state: &State,
    handle: Handle,
    args: &[Value],
    values: usize,
) -> Result<usize, CutReason> {
    let frame = state.top();
    let Terminator::Invoke { callee: Callee::Method { method, .. }, .. } =
        &frame.code.code.body.blocks[frame.block].terminator
    else {
        return Err(unknown());
    };
    let kind_of = |descriptor: &str| machine.types.kind(descriptor).map_err(|_| unknown());
    let (kind, is_final, coordinates) = match handle {
        Handle::Lookup(_) => return Err(unknown()),
        Handle::Field(field) => {
            let field = machine.world.field(field);
            (kind_of(&field.descriptor)?, field.is_final(), 1)
        }
        Handle::Elements(array) => {
            let name = Arc::clone(&machine.types.class(array).name);
            (kind_of(name.get(1..).ok_or_else(unknown)?)?, false, 2)
        }
        // Other accesses want an index at which the number is aligned.
        Handle::Bytes(coding) if matches!(&*method.name, "get" | "set") => (coding.kind, false, 2),
        Handle::Bytes(_) => return Err(unknown()),
    };
    let (parameters, result) = parse_method_descriptor(&method.descriptor).ok_or_else(unknown)?;
    let is_index = |descriptor: &str| kind_of(descriptor).is_ok_and(|kind| kind == Kind::Int);
    // The handle itself is no parameter.
    let fits = parameters.len() == coordinates + values
        && args.len() == parameters.len() + 1
        && parameters[1..coordinates].iter().all(|index| is_index(index));
    // Numbers with a fraction are compared bit by bit, a final field takes no other value, and truth values are not added.
    let only_reads = method.name.starts_with("get") && !method.name.contains("And");
    let adds = method.name.contains("AndAdd");
    let is_other = matches!(kind, Kind::Float | Kind::Double) || adds && matches!(kind, Kind::Boolean | Kind::Ref(_));
    if !fits || is_other || is_final && !only_reads {
        return Err(unknown());
    }
    for (named, value) in parameters[coordinates..].iter().zip(&args[coordinates + 1..]) {
        let fits = match (kind_of(named)?, kind) {
            (Kind::Ref(named), Kind::Ref(held)) => *value == Value::NULL || machine.types.is_subtype(named, held),
            (named, held) => named == held,
        };
        if !fits {
            return Err(unknown());
        }
    }
    let needs_no_cast = match result.filter(|_| !method.name.contains("ompareAndSet")) {
        None => true,
        Some(result) => match (kind_of(&result)?, kind) {
            (Kind::Ref(named), Kind::Ref(held)) => machine.types.is_subtype(held, named),
            (named, held) => named == held,
        },
    };
    if needs_no_cast { Ok(coordinates + 1) } else { Err(unknown()) }
}

fn get(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access, _) = begun!(machine, state, args, 0);
    let value = known!(state, access.read(machine, &mut state));
    access.finish(machine, state, Some(value))
}

fn set(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, mut access, values) = begun!(machine, state, args, 1);
    known!(state, access.write(machine, &mut state, values[0]));
    access.finish(machine, state, None)
}

/// Writes what `change` makes of the old value and the one passed, and gives the old one.
fn exchange(
    machine: &mut Machine<'_>,
    state: State,
    args: &[Value],
    change: fn(&mut Machine<'_>, Value, Value) -> Result<Value, CutReason>,
) -> ModelResult {
    let (mut state, mut access, values) = begun!(machine, state, args, 1);
    let old = known!(state, access.read(machine, &mut state));
    let new = known!(state, change(machine, old, values[0]));
    known!(state, access.write(machine, &mut state, new));
    access.finish(machine, state, Some(old))
}

fn compare(machine: &mut Machine<'_>, state: State, args: &[Value], answer: Answer) -> ModelResult {
    let (state, access, values) = begun!(machine, state, args, 2);
    compare_and_write(machine, state, access, (values[0], values[1]), answer)
}

/// A comparing write that may fail for no reason. Where the JDK's code calls a method of the JDK for it, it tries again, so that this
/// makes no difference there.
fn weakly_compare(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let of_jdk = state.frames.iter().rev().take(2).all(|frame| frame.code.provenance == Provenance::Jdk);
    match of_jdk {
        true => compare(machine, state, args, Answer::Whether),
        false => Err(Stop::unsupported(state, "a comparing write that may fail for no reason")),
    }
}
