//! Gregorian calendars of which the time or the time zone is not known: then no field of the calendar is. The JDK's own code would
//! take a decision on what is not known for each of them.

use super::secrets::ENVIRONMENT;
use crate::core::Core;
use crate::flow::known;
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, returns};
use crate::partial::partial_object;
use crate::state::State;
use crate::types::{class_of, heap_field};
use clew_heap::{ArrayData, Content, ObjectId, Ref, Value};
use imbl::Vector;

const CALENDAR: &str = "java/util/Calendar";
const GREGORIAN: &str = "java/util/GregorianCalendar";
const DATE_FORMAT: &str = "java/text/SimpleDateFormat";

/// Why it is not known what a date is made from the time of day.
const CLOCK: &str = "the clock";

/// What a calendar notes of a field that it has computed.
const COMPUTED: i32 = 1;

/// A set of all fields, of which there are 17.
const ALL_FIELDS: i32 = (1 << 17) - 1;

/// When the Gregorian calendar began, in milliseconds.
const USUAL_CHANGE: i64 = -12_219_292_800_000;

/// What the date of a calendar is made of.
const PARTS_OF_DATE: [&str; 5] = ["year", "month", "dayOfMonth", "dayOfWeek", "leapYear"];

pub(super) fn model_of(class: &str, name: &str, descriptor: &str) -> Option<Model> {
    match (class, name, descriptor) {
        (CALENDAR, "setTimeInMillis", "(J)V") => Some(set_time),
        (GREGORIAN, "computeFields", "(II)I") => Some(compute_fields),
        (DATE_FORMAT, "initializeDefaultCentury", "()V") => Some(default_century),
        _ => None,
    }
}

/// Whether a proof rests on the model of the method.
pub(super) fn computes(class: &str, name: &str) -> bool {
    matches!(
        (class, name),
        (CALENDAR, "setTimeInMillis") | (GREGORIAN, "computeFields") | (DATE_FORMAT, "initializeDefaultCentury")
    )
}

/// Computes all fields anew where the time is not known that they were computed from, though they may be right already.
fn set_time(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let [Value::Ref(Ref::Object(calendar)), millis] = args else { return Ok(Modelled::Code(state)) };
    let Some(before) = gregorian(machine, &state, *calendar) else { return Ok(Modelled::Code(state)) };
    known!(state, machine.note_write(&mut state, *calendar));
    match (before, millis) {
        (_, Value::Opaque(why)) => {
            forget_time(machine, &mut state, *calendar, why);
            Ok(Modelled::Returns(state, None))
        }
        (Some(_), _) => {
            // Without a time it need not be compared with the new one.
            let (none, no) = (machine.pool.bv64(0).into(), machine.pool.bv32(0).into());
            set(machine, &mut state, *calendar, "time", none);
            set(machine, &mut state, *calendar, "isTimeSet", no);
            Ok(Modelled::Code(state))
        }
        _ => Ok(Modelled::Code(state)),
    }
}

/// The fields that are computed from the time, where the time or the zone is not known.
fn compute_fields(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(Value::Ref(Ref::Object(calendar))) = args.first() else { return Ok(Modelled::Code(state)) };
    let Some(time) = gregorian(machine, &state, *calendar) else { return Ok(Modelled::Code(state)) };
    known!(state, machine.note_write(&mut state, *calendar));
    let zone = get(machine, &state, *calendar, "zone");
    let why = match (time, zone) {
        (Some(why), _) | (_, Some(Value::Opaque(why))) => why,
        (_, Some(Value::Ref(Ref::Object(zone)))) if is_unknown(machine, &state, zone) => ENVIRONMENT,
        _ => {
            if let Some(Value::Ref(Ref::Object(date))) = get(machine, &state, *calendar, "gdate")
                && let Some(Value::Opaque(_)) = get(machine, &state, date, "year")
            {
                // They are about to be computed, and are compared before with what they were.
                let none = machine.pool.bv32(i32::MIN).into();
                PARTS_OF_DATE.into_iter().filter(|part| *part != "leapYear").for_each(|part| {
                    set(machine, &mut state, date, part, none);
                });
                let no = machine.pool.bv32(0).into();
                set(machine, &mut state, date, "leapYear", no);
            }
            return Ok(Modelled::Code(state));
        }
    };
    forget(machine, &mut state, *calendar, why);
    let all = machine.pool.bv32(ALL_FIELDS);
    returns(state, all)
}

/// The century of years of two digits begins eighty years ago.
fn default_century(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let Some(Value::Ref(Ref::Object(format))) = args.first() else { return Ok(Modelled::Code(state)) };
    let calendar = match get(machine, &state, *format, "calendar") {
        Some(Value::Ref(Ref::Object(calendar))) if gregorian(machine, &state, calendar).is_some() => calendar,
        _ => return Ok(Modelled::Code(state)),
    };
    for written in [*format, calendar] {
        known!(state, machine.note_write(&mut state, written));
    }
    let no_date = |field: &str| (field == "cdate").then_some(Value::NULL);
    let start = known!(state, partial_object(machine, &mut state, "java/util/Date", CLOCK, no_date));
    set(machine, &mut state, *format, "defaultCenturyStart", start.into());
    set(machine, &mut state, *format, "defaultCenturyStartYear", Value::Opaque(CLOCK));
    forget_time(machine, &mut state, calendar, CLOCK);
    Ok(Modelled::Returns(state, None))
}

/// Whether an object is a Gregorian calendar as the JDK has it, with its parts in sight; and if so, why its time is not known, unless
/// it is.
fn gregorian(machine: &Core<'_>, state: &State, calendar: ObjectId) -> Option<Option<&'static str>> {
    let exact = state.heap.object(calendar).exact_type().map(|ty| machine.types.class(ty));
    exact.filter(|class| &*class.name == GREGORIAN)?;
    for array in ["fields", "isSet", "stamp"] {
        let Some(Value::Ref(Ref::Object(array))) = get(machine, state, calendar, array) else { return None };
        let ArrayData::Dense(_) = state.heap.object(array).array()?.data else { return None };
    }
    let Some(Value::Ref(Ref::Object(date))) = get(machine, state, calendar, "gdate") else { return None };
    state.heap.object(date).exact_type()?;
    // A field that was never written holds zero.
    Some(match get(machine, state, calendar, "time") {
        Some(Value::Opaque(why)) => Some(why),
        _ => None,
    })
}

/// Whether nothing is known of the rules of a zone.
fn is_unknown(machine: &Core<'_>, state: &State, zone: ObjectId) -> bool {
    matches!(get(machine, state, zone, "rawOffset"), Some(Value::Opaque(_)))
}

/// Has nothing known of the fields of a calendar, all of which are computed.
fn forget(machine: &mut Core<'_>, state: &mut State, calendar: ObjectId, why: &'static str) {
    let (yes, computed) = (machine.pool.bv32(1).into(), machine.pool.bv32(COMPUTED).into());
    for (array, value) in [("fields", Value::Opaque(why)), ("isSet", yes), ("stamp", computed)] {
        let Some(Value::Ref(Ref::Object(array))) = get(machine, state, calendar, array) else { continue };
        if let Content::Array(array) = &mut state.heap.object_mut(array).content
            && let ArrayData::Dense(elements) = &mut array.data
        {
            *elements = elements.iter().map(|_| value).collect::<Vector<Value>>();
        }
    }
    if let Some(Value::Ref(Ref::Object(date))) = get(machine, state, calendar, "gdate") {
        PARTS_OF_DATE.into_iter().for_each(|part| set(machine, state, date, part, Value::Opaque(why)));
    }
    // An array for a result, which is made anew.
    set(machine, state, calendar, "zoneOffsets", Value::NULL);
    // The clock shows a time since the calendar is in use; others may be older.
    let date =
        get(machine, state, calendar, "gdate").filter(|_| why == CLOCK && has_usual_change(machine, state, calendar));
    let system = machine.held_by(state, GREGORIAN, "gcal").filter(|_| date.is_some());
    set(machine, state, calendar, "cdate", date.unwrap_or(Value::Opaque(why)));
    set(machine, state, calendar, "calsys", system.unwrap_or(Value::Opaque(why)));
    // No date is kept that need not be computed anew.
    let none = machine.pool.bv64(i64::MIN).into();
    set(machine, state, calendar, "cachedFixedDate", none);
}

/// Has a calendar show a time that is not known.
fn forget_time(machine: &mut Core<'_>, state: &mut State, calendar: ObjectId, why: &'static str) {
    forget(machine, state, calendar, why);
    set(machine, state, calendar, "time", Value::Opaque(why));
    for flag in ["isTimeSet", "areFieldsSet", "areAllFieldsSet"] {
        let yes = machine.pool.bv32(1).into();
        set(machine, state, calendar, flag, yes);
    }
}

/// Whether a calendar changes from the Julian to the Gregorian one when it usually does.
fn has_usual_change(machine: &Core<'_>, state: &State, calendar: ObjectId) -> bool {
    let millis = match get(machine, state, calendar, "gregorianCutover") {
        Some(Value::Term(millis)) => machine.pool.as_i64(millis),
        _ => None,
    };
    millis == Some(USUAL_CHANGE)
}

/// What a field of an object holds, if it was written.
fn get(machine: &Core<'_>, state: &State, object: ObjectId, name: &str) -> Option<Value> {
    let held = state.heap.object(object);
    let field = machine.world.instance_field(class_of(held.exact_type()?), name)?;
    held.field(heap_field(field))
}

fn set(machine: &Core<'_>, state: &mut State, object: ObjectId, name: &str, value: Value) {
    let Some(class) = state.heap.object(object).exact_type().map(class_of) else { return };
    if let Some(field) = machine.world.instance_field(class, name) {
        state.heap.object_mut(object).initialize_field(heap_field(field), value);
    }
}
