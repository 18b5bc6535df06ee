//! `java.lang.Class`.

use super::{Model, ModelResult, Modelled};
use crate::machine::Machine;
use crate::state::State;
use crate::step::Stop;
use crate::types::display_name;
use clew_heap::{Ref, Value};
use std::rc::Rc;

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    if class != "java/lang/Class" {
        return None;
    }
    Some(match name {
        "desiredAssertionStatus" => assertions_enabled,
        "getPrimitiveClass" => primitive_class,
        "isArray" => |machine, state, args| question(machine, state, args, |_, name| name.starts_with('[')),
        "isPrimitive" => |machine, state, args| question(machine, state, args, |_, name| is_primitive(name)),
        "isInterface" => |machine, state, args| {
            question(machine, state, args, |machine, name| {
                !is_primitive(name)
                    && machine.world.load(name).is_ok_and(|class| machine.world.class(class).is_interface())
            })
        },
        "getComponentType" | "componentType" => component_type,
        "getName" => name_of,
        _ => return None,
    })
}

fn is_primitive(name: &str) -> bool {
    clew_jvm::keyword(name).is_some()
}

/// Tests run with assertions; the field that reads this puts the assumption on record.
fn assertions_enabled(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    let yes = machine.pool.bv32(1);
    Ok(Modelled::Returns(state, Some(Value::Term(yes))))
}

fn primitive_class(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let name = name.map(|units| String::from_utf16_lossy(&units)).unwrap_or_default();
    let descriptor = ["Z", "B", "C", "S", "I", "J", "F", "D", "V"]
        .into_iter()
        .find(|descriptor| clew_jvm::keyword(descriptor) == Some(name.as_str()));
    let Some(descriptor) = descriptor else {
        return Err(Stop::unsupported(state, "a primitive class of unknown name"));
    };
    match machine.class_object(&mut state, descriptor) {
        Ok(object) => Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(object))))),
        Err(reason) => Err(Stop::cut(state, reason)),
    }
}

/// The name or descriptor of the class that a `Class` object stands for.
pub(super) fn class_named(state: &State, value: Option<&Value>) -> Option<Rc<str>> {
    match value {
        Some(Value::Ref(Ref::Object(object))) => state.globals.class_names.get(object).cloned(),
        _ => None,
    }
}

fn question(
    machine: &mut Machine<'_>,
    state: State,
    args: &[Value],
    ask: fn(&Machine<'_>, &str) -> bool,
) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let answer = i32::from(ask(machine, &name));
    let answer = machine.pool.bv32(answer);
    Ok(Modelled::Returns(state, Some(Value::Term(answer))))
}

fn component_type(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let Some(component) = name.strip_prefix('[') else {
        return Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Null))));
    };
    let component = component.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(component).to_owned();
    match machine.class_object(&mut state, &component) {
        Ok(object) => Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(object))))),
        Err(reason) => Err(Stop::cut(state, reason)),
    }
}

fn name_of(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let shown = clew_jvm::keyword(&name).map_or_else(|| display_name(&name), str::to_owned);
    let units: Vec<u16> = shown.encode_utf16().collect();
    match crate::strings::intern(machine, &mut state, &units) {
        Ok(object) => Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(object))))),
        Err(reason) => Err(Stop::cut(state, reason)),
    }
}
