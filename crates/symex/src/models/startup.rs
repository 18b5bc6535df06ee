//! What the virtual machine made when it started: the system properties, the running thread, the default locale.
//!
//! The initializers that made it do not run here. What it is made of is not known, but for what is the same on every machine.

use super::locales::texts_of;
use super::output::is_factory_of_loggers;
use super::process::is_changed_by_calls;
use super::secrets;
use crate::class_name::ClassName;
use crate::core::{Bounds, Core};
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns, returns_class};
use crate::partial::partial_object;
use crate::state::{EnvironmentText, OnReturn, State, TextOwner, provenance_of_new};
use crate::step::snapshot::{BASE_LOCALE, LOCALE, PARTS_OF_LOCALE};
use crate::types::{heap_field, type_of};
use clew_facts::{Assumption, CutReason, Surrounding};
use clew_heap::{Object, ObjectId, Provenance as HeapProvenance, Ref, Value};
use clew_jvm::{Class, Field, Provenance};
use std::rc::Rc;

const PROPERTIES: &str = "java/util/Properties";
/// The class that keeps the system properties, which every code may set.
const SYSTEM: &str = "java.lang.System";
const ZONE: &str = "java/util/TimeZone";
const THREAD: &str = "java/lang/Thread";

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/System", "getenv") => variable,
        ("java/lang/System", "getProperty") => |machine, state, args| property(machine, state, args),
        ("java/lang/System", "lineSeparator") => line_separator,
        ("java/lang/System", "getProperties")
        | ("sun/security/action/GetPropertyAction", "privilegedGetProperties") => properties,
        (PROPERTIES, "getProperty") => property_of,
        (THREAD, "currentThread" | "currentCarrierThread") => current_thread,
        ("java/util/Locale", "initDefault") => default_locale,
        (ZONE, "setDefaultZone") => default_zone,
        ("jdk/internal/reflect/Reflection", "getCallerClass") => caller_class,
        ("jdk/internal/access/SharedSecrets", "getJavaLangAccess") => language_access,
        ("jdk/internal/access/SharedSecrets", "getJavaUtilCollectionAccess") => collection_access,
        _ => return None,
    })
}

/// Whether the initializer of a class is left out: it starts what the virtual machine needs for itself, or makes what only models
/// stand for. Nothing is said of what its static fields hold.
pub(crate) fn is_service_of_machine(class: &str) -> bool {
    is_factory_of_loggers(class)
        || matches!(
            class,
            "java/lang/ref/Reference"
                | "java/lang/ref/Finalizer"
                | "jdk/internal/access/SharedSecrets"
                | "java/lang/invoke/MethodHandles"
                | "java/lang/invoke/MethodHandles$Lookup"
        )
}

/// Properties that every virtual machine has set, but not everywhere to the same.
const SET_EVERYWHERE: [&str; 41] = [
    "file.encoding",
    "file.separator",
    "java.class.path",
    "java.class.version",
    "java.home",
    "java.io.tmpdir",
    "java.library.path",
    "java.runtime.name",
    "java.runtime.version",
    "java.specification.name",
    "java.specification.vendor",
    "java.specification.version",
    "java.vendor",
    "java.vendor.url",
    "java.vendor.url.bug",
    "java.vendor.version",
    "java.version",
    "java.version.date",
    "java.vm.compressedOopsMode",
    "java.vm.info",
    "java.vm.name",
    "java.vm.specification.name",
    "java.vm.specification.vendor",
    "java.vm.specification.version",
    "java.vm.vendor",
    "java.vm.version",
    "jdk.debug",
    "line.separator",
    "native.encoding",
    "os.arch",
    "os.name",
    "os.version",
    "path.separator",
    "sun.arch.data.model",
    "sun.boot.library.path",
    "sun.cpu.endian",
    "sun.io.unicode.encoding",
    "sun.jnu.encoding",
    "user.dir",
    "user.home",
    "user.name",
];
/// Properties that a virtual machine may have set by itself.
const SET_SOMEWHERE: [&str; 18] = [
    "java.awt.headless",
    "java.specification.maintenance.version",
    "jdk.module.main",
    "jdk.module.main.class",
    "jdk.module.path",
    "jdk.module.upgrade.path",
    "stderr.encoding",
    "stdout.encoding",
    "sun.java.command",
    "sun.java.launcher",
    "sun.management.compiler",
    "sun.stderr.encoding",
    "sun.stdout.encoding",
    "user.country",
    "user.language",
    "user.timezone",
    "user.script",
    "user.variant",
];

/// A variable of the environment.
fn variable(_: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    returns(state, Value::Opaque(secrets::ENVIRONMENT))
}

/// A system property by its name, with what it is where it is not set.
fn property(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let name = match args.first() {
        Some(Value::Ref(Ref::Object(object))) => crate::strings::units(machine, &state, *object),
        _ => None,
    };
    let Some(name) = name.map(|units| String::from_utf16_lossy(&units)).filter(|name| !name.is_empty()) else {
        return returns(state, Value::Opaque(secrets::ENVIRONMENT));
    };
    if SET_SOMEWHERE.contains(&name.as_str()) {
        return returns(state, Value::Opaque(secrets::ENVIRONMENT));
    }
    let value = if SET_EVERYWHERE.contains(&name.as_str()) {
        let text = known!(state, environment_text(machine, &mut state, usual_text(&name)));
        Value::Ref(Ref::Object(text))
    } else {
        args.get(1).copied().unwrap_or(Value::Ref(Ref::Null))
    };
    machine.ledger.assume_at(&state, Assumption::Environment(name));
    machine.ledger.assume_at(&state, Assumption::InitialStatics(SYSTEM.to_owned()));
    returns(state, value)
}

fn line_separator(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    let text = known!(state, environment_text(machine, &mut state, "\n"));
    returns(state, text)
}

/// A text that the environment gives, of which nothing is known; where somebody looks into it, the path goes on with the usual one.
pub(super) fn environment_text(
    machine: &mut Core<'_>,
    state: &mut State,
    usual: &'static str,
) -> Result<ObjectId, CutReason> {
    text_of(machine, state, EnvironmentText { usual, owner: TextOwner::Machine })
}

fn text_of(machine: &mut Core<'_>, state: &mut State, known: EnvironmentText) -> Result<ObjectId, CutReason> {
    let text = crate::strings::unknown(machine, state, secrets::ENVIRONMENT)?;
    state.globals.texts.environment.insert(text, known);
    Ok(text)
}

/// A value that many machines have for a property that all have set.
fn usual_text(property: &str) -> &'static str {
    match property {
        "line.separator" => "\n",
        "file.separator" | "user.dir" | "user.home" => "/",
        "path.separator" => ":",
        "java.io.tmpdir" => "/tmp",
        "os.name" => "Linux",
        "file.encoding" | "native.encoding" => "UTF-8",
        "java.version" | "java.specification.version" => "17",
        _ => "unknown",
    }
}

/// The object that holds the system properties.
fn properties(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    if let Some(object) = state.globals.platform.properties {
        return returns(state, object);
    }
    let object = known!(state, partial_object(machine, &mut state, PROPERTIES, secrets::ENVIRONMENT, |_| None));
    state.globals.platform.properties = Some(object);
    returns(state, object)
}

/// `Properties.getProperty`, where it is asked of the system properties.
fn property_of(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    match args {
        [Value::Ref(Ref::Object(object)), rest @ ..] if state.globals.platform.properties == Some(*object) => {
            property(machine, state, rest)
        }
        _ => Ok(Modelled::Code(state)),
    }
}

/// The running thread: an object of exactly the JDK's class that is none of the input. It has no values of thread-local variables yet, as
/// static fields have their initial values.
fn current_thread(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    machine.ledger.assume_at(&state, Assumption::InitialStatics("java.lang.ThreadLocal".to_owned()));
    // The JDK's own code compares it with threads that it has noted itself.
    if state.top().code.provenance != Provenance::Jdk {
        machine.ledger.assume_at(&state, Assumption::FewClasses("java.lang.Thread".to_owned()));
    }
    if let Some(object) = state.globals.threads.current {
        return returns(state, object);
    }
    let empty =
        |field: &str| matches!(field, "threadLocals" | "inheritableThreadLocals").then_some(Value::Ref(Ref::Null));
    let object = known!(state, partial_object(machine, &mut state, THREAD, secrets::ENVIRONMENT, empty));
    state.globals.threads.current = Some(object);
    returns(state, object)
}

/// The default locale, or that of a category: its language and country are texts that are not known.
fn default_locale(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    let locale = known!(state, locale(machine, &mut state));
    machine.ledger.assume_at(&state, Assumption::Environment("user.language".to_owned()));
    returns(state, locale)
}

fn locale(machine: &mut Machine<'_>, state: &mut State) -> Result<ObjectId, CutReason> {
    let owner = match innermost_initializer(machine, state) {
        Some(class) if &*class.name != LOCALE => TextOwner::Machine,
        _ => TextOwner::DefaultLocale,
    };
    let mut texts = Vec::new();
    for part in PARTS_OF_LOCALE {
        let known = EnvironmentText { usual: "", owner };
        texts.push((part, text_of(machine, state, known)?));
    }
    // The hash codes are computed where somebody asks for them.
    let not_computed = (machine.bounds == Bounds::Off).then(|| Value::Term(machine.pool.bv32(0)));
    let parts = |field: &str| match field {
        "hash" => not_computed,
        _ => texts.iter().find(|(part, _)| *part == field).map(|(_, text)| Value::from(*text)),
    };
    let base = partial_object(machine, state, BASE_LOCALE, secrets::ENVIRONMENT, parts)?;
    let parts = |field: &str| match field {
        "baseLocale" => Some(Value::Ref(Ref::Object(base))),
        "localeExtensions" | "languageTag" => Some(Value::NULL),
        "hashCodeValue" => not_computed,
        _ => None,
    };
    let locale = partial_object(machine, state, LOCALE, secrets::ENVIRONMENT, parts)?;
    // It may be one of the constants of its class, and its texts are interned.
    state.globals.platform.environment.extend(texts.into_iter().map(|(_, text)| text).chain([base, locale]));
    Ok(locale)
}

/// The default time zone, where nobody has set one: its name is a text that is not known, and so are its rules.
fn default_zone(machine: &mut Machine<'_>, mut state: State, _: &[Value]) -> ModelResult {
    let holder = known!(state, machine.load(ZONE));
    let fields = machine.world.class(holder).fields.clone();
    let mut fields = fields.iter().map(|field| machine.world.field(*field));
    let Some(field) = fields.find(|field| &*field.name == "defaultTimeZone" && field.is_static()) else {
        return Ok(Modelled::Code(state));
    };
    let name = known!(state, environment_text(machine, &mut state, "UTC"));
    let parts = |field: &str| (field == "ID").then_some(Value::Ref(Ref::Object(name)));
    let class = "sun/util/calendar/ZoneInfo";
    let zone = known!(state, partial_object(machine, &mut state, class, secrets::ENVIRONMENT, parts));
    state.globals.platform.environment.extend([name, zone]);
    state.globals.statics.values.insert(field.id, zone.into());
    machine.ledger.assume_at(&state, Assumption::Environment("user.timezone".to_owned()));
    returns(state, zone)
}

/// The class of the method that has called the running one.
fn caller_class(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    let Some(caller) = state.frames.iter().rev().nth(1).map(|frame| frame.code.method.class) else {
        return Err(Stop::unsupported(state, "the caller of the method under test"));
    };
    let name = ClassName::reference(&machine.world.class(caller).name);
    returns_class(machine, state, &name)
}

/// The way of other packages into `java.lang`.
fn language_access(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    access(machine, state, "jdk/internal/access/JavaLangAccess", "java/lang/System$")
}

/// The way of other packages to the immutable collections: `Stream.toList` takes it.
fn collection_access(machine: &mut Machine<'_>, state: State, _: &[Value]) -> ModelResult {
    access(machine, state, "jdk/internal/access/JavaUtilCollectionAccess", "java/util/ImmutableCollections$Access$")
}

/// What a package of the JDK opens of itself to others: an object without state, of the one anonymous class that implements the
/// interface.
fn access(machine: &mut Machine<'_>, mut state: State, interface: &str, anonymous: &str) -> ModelResult {
    let interface = known!(state, machine.load(interface));
    let inner = (1..10).filter_map(|number| machine.load(&format!("{anonymous}{number}")).ok());
    let Some(class) = inner.into_iter().find(|class| machine.world.is_subtype(*class, interface)) else {
        return Err(Stop::unsupported(state, "the state of the library after start-up"));
    };
    let made = Object::new(type_of(class), provenance_of_new(&state));
    let object = state.heap.allocate(made);
    returns(state, object)
}

/// The class whose initializer runs, if one does.
fn innermost_initializer(machine: &Core<'_>, state: &State) -> Option<Rc<Class>> {
    state.frames.iter().rev().find_map(|frame| match frame.on_return {
        OnReturn::Initialized(class) => Some(machine.world.class(class)),
        _ => None,
    })
}

impl Machine<'_> {
    /// Before a static field is read that holds the default locale or the default time zone: one that an initializer asks for is the
    /// machine's, and in a concrete run of a test the others are those that the test sets.
    ///
    /// # Errors
    /// A class of the JDK is not as expected.
    pub(crate) fn before_default_read(&mut self, state: &mut State, field: &Field) -> Result<(), CutReason> {
        let is_locale = &*field.descriptor == "Ljava/util/Locale;";
        let is_default = is_locale || &*field.name == "defaultTimeZone";
        if !is_default || !is_changed_by_calls(&self.world.class(field.class).name, &field.name) {
            return Ok(());
        }
        let held = match state.globals.statics.values.get(&field.id) {
            Some(Value::Ref(Ref::Object(object))) => Some(*object),
            _ => None,
        };
        if provenance_of_new(state) == HeapProvenance::Initialization {
            state.globals.platform.kept_defaults.insert(field.id);
            let texts = held.filter(|_| is_locale).map(|locale| texts_of(self, state, locale));
            for text in texts.into_iter().flatten().flatten() {
                if let Some(text) = state.globals.texts.environment.get_mut(&text) {
                    text.owner = TextOwner::Machine;
                }
            }
            return Ok(());
        }
        let is_of_machine = held.is_none_or(|object| state.globals.platform.environment.contains(&object));
        if !self.may_pin(state) || !is_of_machine {
            return Ok(());
        }
        if is_locale {
            if state.globals.platform.kept_defaults.remove(&field.id).is_some() && held.is_some() {
                let fresh = locale(self, state)?;
                state.globals.statics.values.insert(field.id, fresh.into());
            }
            return Ok(());
        }
        let zone = match state.globals.platform.pinned_zone {
            Some(zone) => zone,
            None => utc(self, state)?,
        };
        state.globals.platform.pinned_zone = Some(zone);
        state.globals.statics.values.insert(field.id, zone.into());
        state.guesses.pinned.insert(Surrounding::TimeZone);
        Ok(())
    }
}

/// The time zone UTC, as the JDK makes it: without transitions.
fn utc(machine: &mut Machine<'_>, state: &mut State) -> Result<ObjectId, CutReason> {
    let name = crate::strings::intern(machine, state, &"UTC".encode_utf16().collect::<Vec<_>>())?;
    let class = machine.load("sun/util/calendar/ZoneInfo")?;
    let mut zone = Object::new(type_of(class), HeapProvenance::Initialization);
    let fields = machine.world.instance_fields(class);
    let id = fields.iter().find(|field| &*machine.world.field(**field).name == "ID");
    let id = id.ok_or_else(|| CutReason::Unsupported("the layout of a time zone".to_owned()))?;
    zone.initialize_field(heap_field(*id), name.into());
    let zone = state.heap.allocate(zone);
    state.globals.platform.environment.insert(zone);
    Ok(zone)
}
