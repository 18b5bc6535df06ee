//! `java.lang.Class`.

use crate::class_name::ClassName;
use crate::flow::{Found, Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, answers, decided_null, returns, returns_class};
use crate::state::State;
use crate::types::type_of;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Ref, Value};
use clew_jvm::{ClassId, FieldId, LoadError, flags};

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    if class != "java/lang/Class" {
        return None;
    }
    Some(match name {
        "desiredAssertionStatus" => assertions_enabled,
        "getPrimitiveClass" => primitive_class,
        "isArray" => |machine, state, args| question(machine, state, args, |_, name| name.component().is_some()),
        "isPrimitive" => |machine, state, args| question(machine, state, args, |_, name| name.as_reference().is_none()),
        "isInterface" => |machine, state, args| {
            question(machine, state, args, |machine, name| {
                loaded(machine, name).is_some_and(|class| machine.world.class(class).is_interface())
            })
        },
        "getComponentType" | "componentType" => component_type,
        "getName" => name_of,
        "getClassLoader" | "getClassLoader0" => loader,
        "isInstance" => is_instance,
        "isAssignableFrom" => is_assignable,
        "forName0" => for_name,
        "getDeclaredField" => declared_field,
        "getSuperclass" => superclass,
        "getModifiers" => modifiers,
        "getSimpleName" => |machine, state, args| other_name(machine, state, args, simple_name),
        "getTypeName" => |machine, state, args| other_name(machine, state, args, type_name),
        "getCanonicalName" => |machine, state, args| other_name(machine, state, args, canonical_name),
        _ => return None,
    })
}

/// The class, unless it is a primitive type or cannot be loaded.
pub(super) fn loaded(machine: &Machine<'_>, name: &ClassName) -> Option<ClassId> {
    machine.world.load(name.as_reference()?).ok()
}

/// Tests run with assertions, but for those of the JDK; the field that reads this puts the assumption on record.
fn assertions_enabled(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let of_jdk =
        loaded(machine, &name).is_some_and(|class| machine.world.class(class).provenance == clew_jvm::Provenance::Jdk);
    answers(machine, state, !of_jdk)
}

fn primitive_class(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    match name.and_then(|units| ClassName::of_keyword(&String::from_utf16_lossy(&units))) {
        Some(primitive) => returns_class(machine, state, &primitive),
        None => Err(Stop::unsupported(state, "a primitive class of unknown name")),
    }
}

/// The class that a `Class` object stands for.
///
/// # Errors
/// It is not known which class that is.
pub(super) fn class_named(state: &State, value: Option<&Value>) -> Result<ClassName, CutReason> {
    match value {
        Some(Value::Ref(Ref::Object(object))) => state.globals.classes.names.get(object).cloned(),
        _ => None,
    }
    .ok_or_else(|| CutReason::Unsupported("a symbolic java.lang.Class".to_owned()))
}

fn question(
    machine: &mut Machine<'_>,
    state: State,
    args: &[Value],
    ask: fn(&Machine<'_>, &ClassName) -> bool,
) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let holds = ask(machine, &name);
    answers(machine, state, holds)
}

fn component_type(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    match name.component() {
        Some(component) => returns_class(machine, state, &component),
        None => returns(state, Value::NULL),
    }
}

fn name_of(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let units: Vec<u16> = name.shown().encode_utf16().collect();
    let object = known!(state, crate::strings::intern(machine, &mut state, &units));
    returns(state, object)
}

/// What is said of a class by objects of `java.lang.reflect`.
const REFLECTION: &str = "an object of reflection";

/// What loads the program, of which no more is known.
const LOADER: &str = "the loader of a class";

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
    let name = known!(state, class_named(&state, args.first()));
    let element = std::iter::successors(Some(name), ClassName::component).last();
    match element.as_ref().and_then(ClassName::as_reference) {
        Some(class) if !OF_BOOT_LOADER.iter().any(|package| class.starts_with(package)) => {
            returns(state, Value::Opaque(LOADER))
        }
        _ => returns(state, Value::NULL),
    }
}

/// The class of this name that a loader finds: that of the JDK's own, which is null, or that of the program.
fn for_name(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let Some(name) = name.and_then(|units| String::from_utf16(&units).ok()) else {
        return Err(Stop::unsupported(state, "a class of unknown name"));
    };
    let is_own = match args.get(2) {
        Some(Value::Ref(Ref::Null)) => false,
        Some(Value::Opaque(LOADER)) => true,
        _ => return Err(Stop::unsupported(state, "a class that an unknown loader finds")),
    };
    let name = ClassName::reference(&name.replace('.', "/"));
    let class = match name.as_reference().map(|internal| machine.world.load(internal)) {
        Some(Ok(class)) => class,
        Some(Err(LoadError::Missing { .. })) | None => {
            machine.ledger.assume_at(&state, Assumption::ClosedWorld);
            return Ok(Modelled::Throws(state, "java/lang/ClassNotFoundException"));
        }
        Some(Err(error)) => return Err(Stop::unsupported(state, error.to_string())),
    };
    if !is_own && machine.world.class(class).provenance != clew_jvm::Provenance::Jdk {
        return Ok(Modelled::Throws(state, "java/lang/ClassNotFoundException"));
    }
    let is_asked = match args.get(1) {
        Some(Value::Term(flag)) => machine.pool.as_i32(*flag),
        _ => None,
    };
    match is_asked {
        None => Err(Stop::unsupported(state, "a class of which it is not known whether it is initialized")),
        Some(asked) if asked != 0 && !machine.is_ready(&state, class) => {
            Ok(Modelled::Again(machine.initialize(state, class)?))
        }
        Some(_) => returns_class(machine, state, &name),
    }
}

/// The object that stands for a field, if there is one of this name: nothing is known of it.
fn declared_field(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let class = known!(state, class_named(&state, args.first()));
    let name = match args.get(1) {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let (Some(class), Some(name)) = (loaded(machine, &class), name) else { return Ok(Modelled::Code(state)) };
    let fields = &machine.world.class(class).fields;
    let is_named = |field: &FieldId| machine.world.field(*field).name.encode_utf16().eq(name.iter().copied());
    match fields.iter().any(is_named) {
        true => returns(state, Value::Opaque(REFLECTION)),
        false => Ok(Modelled::Code(state)),
    }
}

/// Initializes the class that is passed.
pub(super) fn ensure_initialized(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.get(1)));
    match loaded(machine, &name) {
        Some(class) if !machine.is_ready(&state, class) => Ok(Modelled::Again(machine.initialize(state, class)?)),
        Some(_) => Ok(Modelled::Returns(state, None)),
        None => Err(Stop::unsupported(state, "the initialization of a class that cannot be loaded")),
    }
}

fn is_instance(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    if args[1] == Value::NULL {
        return answers(machine, state, false);
    }
    // No object is of a primitive type.
    let Some(name) = name.as_reference() else { return answers(machine, state, false) };
    let class = type_of(known!(state, machine.load(name)));
    let (state, is_null) = decided_null!(machine, state, args[1]);
    if is_null {
        return answers(machine, state, false);
    }
    match machine.is_of(state, args[1], class)? {
        Found::Known(state, holds) => answers(machine, state, holds),
        Found::Decided(flow) => Ok(Modelled::Again(flow)),
    }
}

/// A name that is made from where a class stands in the source, as its class file tells.
fn other_name(
    machine: &mut Machine<'_>,
    mut state: State,
    args: &[Value],
    name_of: fn(&Machine<'_>, &ClassName) -> Result<Option<String>, CutReason>,
) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let Some(name) = known!(state, name_of(machine, &name)) else { return returns(state, Value::NULL) };
    let units: Vec<u16> = name.encode_utf16().collect();
    let text = known!(state, crate::strings::make(machine, &mut state, &units, clew_heap::Provenance::New));
    returns(state, text)
}

/// What `getSimpleName` gives: the name in the source, which anonymous classes lack.
fn simple_name(machine: &Machine<'_>, name: &ClassName) -> Result<Option<String>, CutReason> {
    if let Some(component) = name.component() {
        return Ok(simple_name(machine, &component)?.map(|simple| simple + "[]"));
    }
    let Some(reference) = name.as_reference() else { return Ok(Some(name.shown())) };
    let class = machine.world.class(machine.load(reference)?);
    let nested = class.nesting.as_ref().filter(|nesting| nesting.outer.is_some() || nesting.enclosing.is_some());
    Ok(Some(match nested {
        Some(nesting) => nesting.simple_name.as_deref().unwrap_or_default().to_owned(),
        None => {
            let shown = name.shown();
            shown.rsplit('.').next().unwrap_or_default().to_owned()
        }
    }))
}

/// What `getTypeName` gives: that of an array tells its elements.
fn type_name(_: &Machine<'_>, name: &ClassName) -> Result<Option<String>, CutReason> {
    let mut brackets = String::new();
    let mut element = name.clone();
    while let Some(component) = element.component() {
        brackets.push_str("[]");
        element = component;
    }
    Ok(Some(element.shown() + &brackets))
}

/// What `getCanonicalName` gives: nothing for local and anonymous classes, their members, and arrays of these.
fn canonical_name(machine: &Machine<'_>, name: &ClassName) -> Result<Option<String>, CutReason> {
    if let Some(component) = name.component() {
        return Ok(canonical_name(machine, &component)?.map(|canonical| canonical + "[]"));
    }
    let Some(reference) = name.as_reference() else { return Ok(Some(name.shown())) };
    let class = machine.world.class(machine.load(reference)?);
    let Some(nesting) = &class.nesting else { return Ok(Some(name.shown())) };
    match (&nesting.outer, &nesting.enclosing, &nesting.simple_name) {
        (None, None, _) => Ok(Some(name.shown())),
        (Some(outer), None, Some(simple)) => {
            let outer = canonical_name(machine, &ClassName::reference(outer))?;
            Ok(outer.map(|outer| format!("{outer}.{simple}")))
        }
        (None, Some(_), _) | (Some(_), _, _) => Ok(None),
    }
}

/// `isAssignableFrom` between classes that are not primitive; a primitive one takes itself only.
fn is_assignable(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    if args.get(1) == Some(&Value::Ref(Ref::Null)) {
        return Ok(Modelled::Throws(state, "java/lang/NullPointerException"));
    }
    let to = known!(state, class_named(&state, args.first()));
    let from = known!(state, class_named(&state, args.get(1)));
    let holds = match (to.as_reference(), from.as_reference()) {
        (Some(to), Some(from)) => {
            let (to, from) = (known!(state, machine.load(to)), known!(state, machine.load(from)));
            machine.world.is_subtype(from, to)
        }
        _ => to == from,
    };
    answers(machine, state, holds)
}

/// `getSuperclass`: interfaces, primitive types and `Object` have none.
fn superclass(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let Some(name) = name.as_reference() else { return returns(state, Value::NULL) };
    let class = known!(state, machine.load(name));
    let class = machine.world.class(class);
    let Some(above) = class.superclass.filter(|_| !class.is_interface()) else {
        return returns(state, Value::NULL);
    };
    let above = ClassName::reference(&machine.world.class(above).name);
    returns_class(machine, state, &above)
}

fn modifiers(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let name = known!(state, class_named(&state, args.first()));
    let modifiers = known!(state, modifiers_of(machine, &name));
    let modifiers = machine.pool.bv32(i32::from(modifiers));
    returns(state, modifiers)
}

/// What `getModifiers` returns: the flags of the class file, or of the class that declares it where it is nested.
fn modifiers_of(machine: &Machine<'_>, name: &ClassName) -> Result<u16, CutReason> {
    if let Some(component) = name.component() {
        let access = modifiers_of(machine, &component)? & (flags::PUBLIC | flags::PRIVATE | flags::PROTECTED);
        return Ok(access | flags::ABSTRACT | flags::FINAL);
    }
    let Some(name) = name.as_reference() else { return Ok(flags::PUBLIC | flags::ABSTRACT | flags::FINAL) };
    let class = machine.world.class(machine.load(name)?);
    let declared = class.nesting.as_ref().map_or(class.flags, |nesting| nesting.flags);
    Ok(declared & !flags::SUPER)
}
