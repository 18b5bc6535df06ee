//! `java.lang.Class`.

use super::{Model, ModelResult, Modelled};
use crate::machine::Machine;
use crate::state::State;
use crate::step::{Stop, known};
use crate::types::{class_of, display_name};
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
        "getClassLoader" | "getClassLoader0" => loader,
        "getEnumConstantsShared" => enum_constants,
        "isInstance" => is_instance,
        "isAssignableFrom" => is_assignable,
        "getSuperclass" => superclass,
        "getCanonicalName" | "getSimpleName" | "getTypeName" => other_name,
        _ => return None,
    })
}

fn is_primitive(name: &str) -> bool {
    clew_jvm::keyword(name).is_some()
}

/// Tests run with assertions, but for those of the JDK; the field that reads this puts the assumption on record.
fn assertions_enabled(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let class = class_named(&state, args.first()).and_then(|name| machine.world.load(&name).ok());
    let of_jdk = class.is_some_and(|class| machine.world.class(class).provenance == clew_jvm::Provenance::Jdk);
    let answer = machine.pool.bv32(i32::from(!of_jdk));
    Ok(Modelled::Returns(state, Some(Value::Term(answer))))
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

/// The packages of `java.base`, and others that the boot loader has, as far as libraries ask for them.
const OF_BOOT_LOADER: [&str; 12] = [
    "java/io/",
    "java/lang/",
    "java/math/",
    "java/nio/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/",
    "jdk/internal/",
    "sun/nio/",
    "sun/util/",
    "sun/security/",
];

/// Classes of the boot loader, primitive ones and arrays of both have the loader `null`.
fn loader(_: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let element = name.trim_start_matches('[');
    let element = if element.len() < name.len() { element.trim_start_matches('L') } else { element };
    if is_primitive(element) || OF_BOOT_LOADER.iter().any(|package| element.starts_with(package)) {
        return Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Null))));
    }
    Ok(Modelled::Returns(state, Some(Value::Opaque("the loader of a class"))))
}

/// The constants of an enum class, in the array that its initializer made.
fn enum_constants(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let class = match machine.world.load(&name) {
        Ok(class) if machine.world.class(class).is_enum() => class,
        _ => return Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Null)))),
    };
    if !machine.is_ready(&state, class) {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    let wanted = format!("[L{name};");
    let fields = machine.world.class(class).fields.clone();
    let all = fields
        .iter()
        .map(|field| machine.world.field(*field))
        .find(|field| field.is_static() && field.is_synthetic() && *field.descriptor == *wanted);
    match all.and_then(|field| state.globals.statics.get(&field.id).copied()) {
        Some(values @ Value::Ref(Ref::Object(_))) => Ok(Modelled::Returns(state, Some(values))),
        _ => Err(Stop::unsupported(state, "the constants of an enum class")),
    }
}

fn is_instance(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (Some(name), Some(object)) = (class_named(&state, args.first()), args.get(1)) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let exact = match object {
        Value::Ref(Ref::Object(object)) => state.heap.object(*object).exact_type(),
        Value::Ref(Ref::Null) => None,
        _ => return Err(Stop::unsupported(state, "whether an unknown object is of a class")),
    };
    let holds = match (exact, object) {
        (_, Value::Ref(Ref::Null)) => false,
        (Some(ty), _) => {
            let class = known!(state, machine.load(&name));
            !is_primitive(&name) && machine.world.is_subtype(class_of(ty), class)
        }
        (None, _) => return Err(Stop::unsupported(state, "whether an unknown object is of a class")),
    };
    let holds = machine.pool.bv32(i32::from(holds));
    Ok(Modelled::Returns(state, Some(Value::Term(holds))))
}

/// A name that is made from where a class stands in the source. It is known to be there, and no more: it mostly ends in
/// messages.
fn other_name(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let is_local = |class| {
        let class = machine.world.class(class);
        class.nesting.as_ref().is_some_and(|nesting| nesting.outer.is_none())
    };
    // The canonical name of a local class is null; the other names always are there.
    if is_primitive(&name) || name.starts_with('[') || machine.world.load(&name).is_ok_and(is_local) {
        return Ok(Modelled::Code(state));
    }
    let text = known!(state, crate::strings::unknown(machine, &mut state, "the source name of a class"));
    Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(text)))))
}

/// `isAssignableFrom` between classes that are not primitive; a primitive one takes itself only.
fn is_assignable(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    if args.get(1) == Some(&Value::Ref(Ref::Null)) {
        return Ok(Modelled::Throws(state, "java/lang/NullPointerException"));
    }
    let (Some(to), Some(from)) = (class_named(&state, args.first()), class_named(&state, args.get(1))) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    let holds = if is_primitive(&to) || is_primitive(&from) {
        to == from
    } else {
        let (to, from) = (known!(state, machine.load(&to)), known!(state, machine.load(&from)));
        machine.world.is_subtype(from, to)
    };
    let holds = machine.pool.bv32(i32::from(holds));
    Ok(Modelled::Returns(state, Some(Value::Term(holds))))
}

/// `getSuperclass`: interfaces, primitive types and `Object` have none.
fn superclass(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(name) = class_named(&state, args.first()) else {
        return Err(Stop::unsupported(state, "a symbolic java.lang.Class"));
    };
    if is_primitive(&name) {
        return Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Null))));
    }
    let class = known!(state, machine.load(&name));
    let class = machine.world.class(class);
    let Some(above) = class.superclass.filter(|_| !class.is_interface()) else {
        return Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Null))));
    };
    let above = machine.world.class(above).name.to_string();
    let object = known!(state, machine.class_object(&mut state, &above));
    Ok(Modelled::Returns(state, Some(Value::Ref(Ref::Object(object)))))
}
