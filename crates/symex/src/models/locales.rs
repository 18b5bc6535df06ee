//! Data of locales. The JDK finds it by reflection, in resource bundles and by what is installed; the snapshot of the JDK has it for
//! some locales. Of a locale of the environment nothing is known.

use super::secrets::ENVIRONMENT;
use super::startup::environment_text;
use crate::core::Core;
use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::partial::partial_object;
use crate::state::{State, provenance_of_new};
use crate::step::snapshot::{BASE_LOCALE, LOCALE, PARTS_OF_LOCALE, PROVIDERS, Returned};
use crate::types::{heap_field, type_of};
use clew_facts::{Assumption, CutReason};
use clew_heap::{Object, ObjectId, Ref, Value};

const CALENDARS: &str = "sun/util/locale/provider/CalendarDataUtility";
const DECIMAL_SYMBOLS: &str = "java/text/DecimalFormatSymbols";
const DATE_SYMBOLS: &str = "java/text/DateFormatSymbols";
const NUMBERS: &str = "java/text/NumberFormat";
const CALENDAR: &str = "java/util/Calendar";
const SCANNER: &str = "java/util/Scanner";
const GREGORIAN: &str = "java/util/GregorianCalendar";

/// The fields in which a scanner has how numbers are written, as a part of a regular expression, and what is usual.
const TEXTS_OF_SCANNER: [(&str, &str); 8] = [
    ("groupSeparator", "\\x{2c}"),
    ("decimalSeparator", "\\x{2e}"),
    ("nanString", "\\QNaN\\E"),
    ("infinityString", "\\Q\u{221e}\\E"),
    ("positivePrefix", ""),
    ("negativePrefix", "\\Q-\\E"),
    ("positiveSuffix", ""),
    ("negativeSuffix", ""),
];

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    Some(match (class, name, descriptor) {
        (CALENDARS, "retrieveFirstDayOfWeek", _) => |machine, state, args| {
            looked_up(machine, state, "=sun/util/locale/provider/CalendarDataUtility.retrieveFirstDayOfWeek", args)
        },
        (CALENDARS, "retrieveMinimalDaysInFirstWeek", _) => |machine, state, args| {
            let call = "=sun/util/locale/provider/CalendarDataUtility.retrieveMinimalDaysInFirstWeek";
            looked_up(machine, state, call, args)
        },
        (DECIMAL_SYMBOLS, "initialize", "(Ljava/util/Locale;)V") => {
            |machine, state, args| filled(machine, state, "=java/text/DecimalFormatSymbols.getInstance", args)
        }
        (DATE_SYMBOLS, "initializeData", "(Ljava/util/Locale;)V") => {
            |machine, state, args| filled(machine, state, "=java/text/DateFormatSymbols.getInstance", args)
        }
        (DATE_SYMBOLS, "getProviderInstance", _) => |machine, state, args| {
            symbols(machine, state, DATE_SYMBOLS, "=java/text/DateFormatSymbols.getInstance", args)
        },
        (DECIMAL_SYMBOLS, "getInstance", "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;") => {
            |machine, state, args| {
                symbols(machine, state, DECIMAL_SYMBOLS, "=java/text/DecimalFormatSymbols.getInstance", args)
            }
        }
        (NUMBERS, "getInstance", _)
            if descriptor.starts_with("(Ljava/util/Locale;Ljava/text/NumberFormat$Style;I)") =>
        {
            format_of_numbers
        }
        (CALENDAR, "createCalendar", _) => calendar,
        (SCANNER, "useLocale", _) => scanner,
        _ => return None,
    })
}

/// Whether a proof rests on the model of the method.
pub(super) fn computes(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        (CALENDARS, "retrieveFirstDayOfWeek" | "retrieveMinimalDaysInFirstWeek")
            | (DECIMAL_SYMBOLS, "initialize" | "getInstance")
            | (DATE_SYMBOLS, "initializeData" | "getProviderInstance")
            | (NUMBERS, "getInstance")
            | (CALENDAR, "createCalendar")
            | (SCANNER, "useLocale")
    )
}

/// A locale that a call is passed.
enum Passed {
    /// One with these parts: language, script, region and variant.
    Known(ObjectId, String),
    /// One of the environment.
    OfEnvironment(ObjectId),
    /// Anything else.
    Other,
}

/// The locale that a call is passed. The default one is the root locale where a test sets it.
///
/// # Errors
/// As for [`crate::strings::pin`].
fn passed(machine: &mut Machine<'_>, state: &mut State, value: Option<&Value>) -> Result<Passed, CutReason> {
    if let Passed::OfEnvironment(locale) = as_it_is(machine, state, value) {
        for text in texts_of(machine, state, locale).into_iter().flatten() {
            crate::strings::pin(machine, state, text)?;
        }
    }
    Ok(as_it_is(machine, state, value))
}

/// What the parts of a locale are in.
pub(super) fn texts_of(machine: &Core<'_>, state: &State, locale: ObjectId) -> [Option<ObjectId>; 4] {
    let base = match field(machine, state, locale, "baseLocale") {
        Some(Value::Ref(Ref::Object(base))) if is_of(machine, state, base, BASE_LOCALE) => base,
        _ => return [None; 4],
    };
    PARTS_OF_LOCALE.map(|part| match field(machine, state, base, part) {
        Some(Value::Ref(Ref::Object(text))) => Some(text),
        _ => None,
    })
}

/// The language, script, region and variant of a locale, joined by `_`, if it is known and has no extensions.
pub(super) fn parts_of_known(machine: &Machine<'_>, state: &State, value: Value) -> Option<String> {
    match as_it_is(machine, state, Some(&value)) {
        Passed::Known(_, parts) => Some(parts),
        Passed::OfEnvironment(_) | Passed::Other => None,
    }
}

fn as_it_is(machine: &Machine<'_>, state: &State, value: Option<&Value>) -> Passed {
    let Some(Value::Ref(Ref::Object(locale))) = value else { return Passed::Other };
    if !is_of(machine, state, *locale, LOCALE) {
        return Passed::Other;
    }
    let texts = texts_of(machine, state, *locale);
    if texts.iter().flatten().any(|text| state.globals.texts.environment.contains_key(text)) {
        return Passed::OfEnvironment(*locale);
    }
    let has_extensions = field(machine, state, *locale, "localeExtensions") != Some(Value::NULL);
    let part = |text: Option<ObjectId>| String::from_utf16(&crate::strings::units(machine, state, text?)?).ok();
    let parts: Option<Vec<String>> = texts.into_iter().map(part).collect();
    match parts {
        Some(parts) if !has_extensions => Passed::Known(*locale, parts.join("_")),
        _ => Passed::Other,
    }
}

fn is_of(machine: &Core<'_>, state: &State, object: ObjectId, class: &str) -> bool {
    let exact = state.heap.object(object).exact_type().map(|ty| machine.types.class(ty));
    exact.is_some_and(|exact| *exact.name == *class)
}

/// What a field of an object holds; one that was not written holds its default.
fn field(machine: &Core<'_>, state: &State, object: ObjectId, name: &str) -> Option<Value> {
    let held = state.heap.object(object);
    let field = machine.world.instance_field(crate::types::class_of(held.exact_type()?), name)?;
    Some(held.field(heap_field(field)).unwrap_or(Value::NULL))
}

/// Takes what the snapshot has, or has the class initialized that it needs; goes on with `$otherwise` where it has nothing.
macro_rules! recalled {
    ($machine:expr, $state:expr, $call:expr, $locale:expr, $into:expr, $otherwise:expr) => {
        match known!($state, $machine.recall_call(&mut $state, $call, $locale, $into)) {
            Returned::Value(value) => value,
            Returned::Needs(class) => return Ok(Modelled::Again($machine.initialize($state, class)?)),
            Returned::Unknown => $otherwise,
        }
    };
}

/// The locale that a call is passed; the path ends where it cannot be said.
macro_rules! passed_to {
    ($machine:expr, $state:expr, $value:expr) => {{
        let passed = passed($machine, &mut $state, $value);
        known!($state, passed)
    }};
}

/// A number that is looked up.
fn looked_up(machine: &mut Machine<'_>, mut state: State, call: &str, args: &[Value]) -> ModelResult {
    match passed_to!(machine, state, args.first()) {
        Passed::Known(locale, parts) => {
            let value = recalled!(machine, state, [call, &parts], locale, None, return Ok(Modelled::Code(state)));
            returns(state, value)
        }
        Passed::OfEnvironment(_) => returns(state, Value::Opaque(ENVIRONMENT)),
        Passed::Other => Ok(Modelled::Code(state)),
    }
}

/// Gives the receiver the content of what is looked up.
fn filled(machine: &mut Machine<'_>, mut state: State, call: &str, args: &[Value]) -> ModelResult {
    let [Value::Ref(Ref::Object(receiver)), passed_locale] = args else { return Ok(Modelled::Code(state)) };
    match passed_to!(machine, state, Some(passed_locale)) {
        Passed::Known(locale, parts) => {
            let into = Some(*receiver);
            recalled!(machine, state, [call, &parts], locale, into, return Ok(Modelled::Code(state)));
            Ok(Modelled::Returns(state, None))
        }
        Passed::OfEnvironment(locale) => {
            let class = state.heap.object(*receiver).exact_type().map(crate::types::class_of);
            let Some(class) = class else { return Ok(Modelled::Code(state)) };
            for field in machine.world.instance_fields(class).iter() {
                let is_locale = &*machine.world.field(*field).name == "locale";
                let value = if is_locale { Value::from(locale) } else { Value::Opaque(ENVIRONMENT) };
                state.heap.object_mut(*receiver).initialize_field(heap_field(*field), value);
            }
            Ok(Modelled::Returns(state, None))
        }
        Passed::Other => Ok(Modelled::Code(state)),
    }
}

/// What numbers or dates are written with.
fn symbols(machine: &mut Machine<'_>, mut state: State, class: &str, call: &str, args: &[Value]) -> ModelResult {
    match passed_to!(machine, state, args.first()) {
        Passed::Known(locale, parts) => {
            let value = recalled!(machine, state, [call, &parts], locale, None, return Ok(Modelled::Code(state)));
            returns(state, value)
        }
        Passed::OfEnvironment(locale) => {
            let made = known!(state, of_environment(machine, &mut state, class, locale));
            returns(state, made)
        }
        Passed::Other => Ok(Modelled::Code(state)),
    }
}

fn format_of_numbers(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let style = match args {
        [_, Value::Ref(Ref::Null), Value::Term(style)] => machine.pool.as_i32(*style),
        _ => None,
    };
    match (passed_to!(machine, state, args.first()), style) {
        (Passed::Known(locale, parts), Some(style)) => {
            let arguments = format!("{parts}/{style}");
            let call = ["=java/text/NumberFormat.getInstance", &*arguments];
            let value = recalled!(machine, state, call, locale, None, return Ok(Modelled::Code(state)));
            returns(state, value)
        }
        _ => Ok(Modelled::Code(state)),
    }
}

/// An object of the class that the data of the JDK gives, of which nothing else is known.
fn of_environment(
    machine: &mut Machine<'_>,
    state: &mut State,
    class: &str,
    locale: ObjectId,
) -> Result<ObjectId, CutReason> {
    machine.ledger.assume_at(state, Assumption::Environment(PROVIDERS.to_owned()));
    partial_object(machine, state, class, ENVIRONMENT, |field| (field == "locale").then(|| Value::from(locale)))
}

/// The calendar of a locale that no extension and no region gives another one than the Gregorian.
fn calendar(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let call = "=sun/util/locale/provider/CalendarDataUtility.retrieveFirstDayOfWeek";
    match passed_to!(machine, state, args.get(1)) {
        Passed::Known(_, parts) => {
            let snapshot = machine.world.class_path().snapshot();
            if snapshot.is_none_or(|snapshot| snapshot.static_field(call, &parts).is_none()) {
                return Ok(Modelled::Code(state));
            }
        }
        // Most locales have no other calendar.
        Passed::OfEnvironment(_) => known!(state, machine.choose_for_machine(&mut state, ENVIRONMENT)),
        Passed::Other => return Ok(Modelled::Code(state)),
    }
    let class = known!(state, machine.load(GREGORIAN));
    if !machine.is_ready(&state, class) {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    let constructor = "(Ljava/util/TimeZone;Ljava/util/Locale;)V";
    let Some(constructor) = machine.world.find_method(class, "<init>", constructor) else {
        return Ok(Modelled::Code(state));
    };
    machine.ledger.assume_at(&state, Assumption::Environment(PROVIDERS.to_owned()));
    let made = Object::new(type_of(class), provenance_of_new(&state));
    let made = Value::from(state.heap.allocate(made));
    Ok(Modelled::After(state, constructor, vec![made, args[0], args[1]], Some(made)))
}

/// A scanner that is made with the locale of the environment: how it writes numbers is texts that are not known.
fn scanner(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let [Value::Ref(Ref::Object(scanner)), passed_locale] = args else { return Ok(Modelled::Code(state)) };
    let is_new = matches!(field(machine, &state, *scanner, "locale"), Some(Value::Ref(Ref::Null)));
    let locale = match passed_to!(machine, state, Some(passed_locale)) {
        Passed::OfEnvironment(locale) if is_new && is_of(machine, &state, *scanner, SCANNER) => locale,
        _ => return Ok(Modelled::Code(state)),
    };
    let class = known!(state, machine.load(SCANNER));
    for id in machine.world.instance_fields(class).iter() {
        let value = match &*machine.world.field(*id).name {
            "locale" => Value::from(locale),
            "integerPattern" | "floatPattern" => Value::NULL,
            name => {
                let Some((_, usual)) = TEXTS_OF_SCANNER.iter().find(|(text, _)| *text == name) else { continue };
                Value::from(known!(state, environment_text(machine, &mut state, usual)))
            }
        };
        state.heap.object_mut(*scanner).initialize_field(heap_field(*id), value);
    }
    machine.ledger.assume_at(&state, Assumption::Environment(PROVIDERS.to_owned()));
    returns(state, *scanner)
}
