//! `java.lang.Object`, `Throwable`, and the identity of objects.

use super::{Model, ModelResult, Modelled};
use crate::machine::Machine;
use crate::state::State;
use crate::step::{ObjectFound, Stop, provenance_of_new};
use clew_heap::{Content, Object, ObjectId, Provenance, Ref, TypeConstraint, Value};

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        ("java/lang/Object", "getClass", _) => get_class,
        ("java/lang/Object", "hashCode", _) | ("java/lang/System", "identityHashCode", _) => identity_hash,
        ("java/lang/Object", "clone", _) => clone,
        ("java/lang/Object", "notify" | "notifyAll", _) => super::platform::nothing,
        ("java/lang/Throwable", "fillInStackTrace", _) => itself,
        ("java/lang/Throwable", "getStackTrace" | "getOurStackTrace", _) => stack_trace,
        ("java/lang/String", "intern", _) => intern,
        _ => return None,
    })
}

/// `getClass` of an object whose class may have to be decided.
fn get_class(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, object) = match machine.exact_object(state, args[0])? {
        ObjectFound::Known(state, object) => (state, object),
        ObjectFound::Decided(flow) => return Ok(Modelled::Again(flow)),
    };
    let Some(ty) = state.heap.object(object).exact_type() else {
        return Err(Stop::unsupported(state, "the class of an unknown object"));
    };
    let name = machine.types.class(ty).name.to_string();
    match machine.class_object(&mut state, &name) {
        Ok(class) => Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(class))))),
        Err(reason) => Err(Stop::cut(state, reason)),
    }
}

/// An identity hash code is a number that only the running machine knows.
fn identity_hash(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    Ok(Modelled::Returns(state, Some(Value::Opaque("an identity hash code"))))
}

fn stack_trace(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    Ok(Modelled::Returns(state, Some(Value::Opaque("a stack trace"))))
}

fn itself(_: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    Ok(Modelled::Returns(state, Some(args[0])))
}

fn intern(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let units = match args[0] {
        Value::Ref(Ref::Object(object)) => crate::strings::units(machine, &state, object).map(|units| (object, units)),
        _ => None,
    };
    let Some((object, units)) = units else { return Err(Stop::unsupported(state, "a symbolic java.lang.String")) };
    let key: std::rc::Rc<[u16]> = units.into();
    let interned = *state.globals.strings.entry(key).or_insert(object);
    Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(interned)))))
}

/// A shallow copy of an array, or of an object whose class implements `Cloneable`.
fn clone(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (mut state, object) = match machine.exact_object(state, args[0])? {
        ObjectFound::Known(state, object) => (state, object),
        ObjectFound::Decided(flow) => return Ok(Modelled::Again(flow)),
    };
    let Some(ty) = state.heap.object(object).exact_type() else {
        return Err(Stop::unsupported(state, "the class of an unknown object"));
    };
    let cloneable = machine.load("java/lang/Cloneable").map(crate::types::type_of);
    let copies =
        cloneable.is_ok_and(|cloneable| machine.test_type(&TypeConstraint::exactly(ty), cloneable).0.is_some());
    if !copies {
        return Ok(Modelled::Throws(state, "java/lang/CloneNotSupportedException"));
    }
    let original = state.heap.object(object).clone();
    if original.provenance == Provenance::Input && has_unknown_parts(machine, &original) {
        return Err(Stop::unsupported(state, "a copy of an object that is not known"));
    }
    let provenance = provenance_of_new(&state);
    let copy: ObjectId = state.heap.allocate(Object { provenance, name: "".into(), ..original });
    Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(copy)))))
}

/// Whether something of an input object was not looked at yet, so that a copy would not share it.
fn has_unknown_parts(machine: &Machine<'_>, object: &Object) -> bool {
    match &object.content {
        Content::Array(array) => match &array.data {
            clew_heap::ArrayData::Cells { default, .. } => *default == clew_heap::CellDefault::Unknown,
            clew_heap::ArrayData::Dense(_) | clew_heap::ArrayData::Map { .. } => false,
        },
        Content::Fields { current, .. } => object
            .exact_type()
            .is_none_or(|ty| machine.world.instance_fields(crate::types::class_of(ty)).len() != current.len()),
    }
}
