//! Texts and numbers that people would choose in the input of a test.
//!
//! The solver gives any model of a path: texts of control characters, and numbers near the end of their range. Such a value is
//! replaced by a plain one where a concrete run shows that the test reaches the same. Years far from ours are moved near it, and
//! equal texts are passed as one object.

use super::readable::{
    Passed, Place, if_as_good, passed_strings, places_of, texts_without_content, with_texts, without_names,
};
use crate::machine::Machine;
use crate::rerun::{Aims, Ran};
use clew_base::FastMap;
use clew_facts::{Object, ObjectId, Outcome, TestCase, Value, conjuncts};
use clew_jvm::World;

/// How many runs one test may take to find plain values.
const MAX_RUNS: usize = 16;

/// From which absolute value on a number is replaced.
const LARGE: u64 = 10_000;

/// The absolute values that it is replaced by, the first that serves.
const PLAIN: [i64; 5] = [10, 2, 1, 100, 1000];

/// The test with plain values in place of those that nobody would choose, and what the concrete run of it found. `None` where it needs
/// them, or has none. `end` says how the test itself ends.
pub(super) fn with_plain_values(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let world = machine.core.world;
    let texts = texts_of(world, test);
    let odd = odd_texts(&texts);
    let empty = texts_without_content(world, test);
    let mut runs = 0;
    let mut tried = |changed: TestCase| {
        runs += 1;
        if runs <= MAX_RUNS { if_as_good(machine, changed, aims, end) } else { None }
    };
    let mut found = None;
    if !odd.is_empty() {
        // Texts that are compared with each other can often be replaced together only, and by equal ones where only blanks differ.
        let all = [odd.clone(), empty].concat();
        found = [all, odd, trimmed_texts(&texts)].iter().find_map(|texts| tried(with_texts(test, texts)));
    }
    let before = found.as_ref().map_or(test, |(changed, _)| changed);
    let twins = equal_texts(&texts_of(world, before));
    if !twins.is_empty() {
        found = tried(with_texts(before, &twins)).or(found);
    }
    let before = found.as_ref().map_or(test, |(changed, _)| changed);
    let years = years_passed(before);
    let moved = shifts(&years).into_iter().find_map(|shift| tried(with_years_moved(before, &years, shift)));
    found = moved.or(found);
    let before = found.as_ref().map_or(test, |(changed, _)| changed);
    let scales = odd_scales(before);
    let plain = SCALES
        .iter()
        .filter(|_| !scales.is_empty())
        .find_map(|scale| tried(with_all(before, &scales, &Value::Int(*scale))));
    found = plain.or(found);
    let before = found.as_ref().map_or(test, |(changed, _)| changed);
    let nanos = odd_nanos(before);
    found = if nanos.is_empty() { None } else { tried(with_all(before, &nanos, &Value::Long(0))) }.or(found);
    for place in large_numbers(found.as_ref().map_or(test, |(changed, _)| changed)) {
        let before = found.as_ref().map_or(test, |(changed, _)| changed);
        let plain = PLAIN.iter().find_map(|plain| tried(with_number(before, place, *plain)));
        found = plain.or(found);
    }
    found
}

/// What is passed as a string that nobody would choose. Those that are one object get one name.
fn odd_texts(texts: &[(Passed, ObjectId, &[u16])]) -> Vec<Passed> {
    let odd = texts.iter().filter(|(_, _, units)| is_odd(units));
    named(odd.map(|(passed, id, _)| (passed, *id)))
}

/// What nobody would choose and what differs from it in blanks at its ends at most. Those that differ no more get one name.
fn trimmed_texts(texts: &[(Passed, ObjectId, &[u16])]) -> Vec<Passed> {
    let is_meant = |text: &[u16]| texts.iter().any(|(_, _, odd)| is_odd(odd) && trimmed(odd) == text);
    let alike = texts.iter().map(|(passed, _, units)| (passed, trimmed(units)));
    named(alike.filter(|(_, text)| is_meant(text)))
}

/// What is passed as strings that are equal and several objects, each group with the text it has.
fn equal_texts(texts: &[(Passed, ObjectId, &[u16])]) -> Vec<Passed> {
    let has_twin = |id: ObjectId, units: &[u16]| texts.iter().any(|(_, other, text)| *other != id && *text == units);
    let twins = texts.iter().filter(|(_, id, units)| has_twin(*id, units));
    twins.map(|(passed, _, units)| Passed { name: String::from_utf16_lossy(units), ..passed.clone() }).collect()
}

/// The texts with names by which they can be told apart: one for each key.
fn named<'p, K: Eq + std::hash::Hash>(texts: impl Iterator<Item = (&'p Passed, K)>) -> Vec<Passed> {
    let mut names: FastMap<K, String> = FastMap::default();
    let mut found = Vec::new();
    for (passed, key) in texts {
        let name = names.get(&key).cloned().unwrap_or_else(|| {
            let is_free = |name: &String| names.values().all(|taken| taken != name);
            let numbered = (2..).map(|number| format!("{}{number}", passed.name));
            std::iter::once(passed.name.clone()).chain(numbered).find(is_free).unwrap_or_default()
        });
        names.insert(key, name.clone());
        found.push(Passed { name, ..passed.clone() });
    }
    found
}

/// The strings that are passed, with their objects and characters.
fn texts_of<'t>(world: &World, test: &'t TestCase) -> Vec<(Passed, ObjectId, &'t [u16])> {
    let text = |(passed, value): (Passed, &Value)| match value {
        Value::Ref(id) => match &test.heap.get(id)?.object {
            Object::String(units) => Some((passed, *id, units.as_slice())),
            _ => None,
        },
        _ => None,
    };
    passed_strings(world, test).into_iter().filter_map(text).collect()
}

/// A text without the blanks at its ends, as `String.trim` has it.
fn trimmed(units: &[u16]) -> &[u16] {
    let is_blank = |unit: &u16| *unit <= u16::from(b' ');
    let start = units.iter().position(|unit| !is_blank(unit)).unwrap_or(units.len());
    let end = units.iter().rposition(|unit| !is_blank(unit)).map_or(start, |last| last + 1);
    &units[start..end]
}

/// Whether a text has characters that nobody types, or neither a letter nor a digit.
fn is_odd(units: &[u16]) -> bool {
    let is_printable = |unit: &u16| (0x20..0x7f).contains(unit);
    let is_alphanumeric = |unit: &u16| u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphanumeric());
    let is_plain = units.iter().all(is_printable) && units.iter().any(is_alphanumeric) && trimmed(units) == units;
    !units.is_empty() && !is_plain
}

/// The scales of decimal numbers that people write: of whole numbers and of amounts of money.
const SCALES: [i32; 2] = [0, 2];

/// The greatest scale that is not odd.
const MAX_SCALE: i32 = 4;

/// Where decimal numbers are made with a scale that nobody would choose.
fn odd_scales(test: &TestCase) -> Vec<Place> {
    let is_odd = |value: &Value| matches!(value, Value::Int(scale) if !(0..=MAX_SCALE).contains(scale));
    let mut places = places_of(test, is_odd);
    places.retain(|place| place.is_scale_in(test));
    places
}

/// Where moments and durations have nanoseconds, which people leave out.
fn odd_nanos(test: &TestCase) -> Vec<Place> {
    let mut places = places_of(test, |value| matches!(value, Value::Long(nanos) if *nanos != 0));
    places.retain(|place| place.is_of_nanos_in(test));
    places
}

/// The test with this value in all these places.
fn with_all(test: &TestCase, places: &[Place], value: &Value) -> TestCase {
    let mut changed = test.clone();
    for place in places {
        if let Some(there) = place.value_in(&mut changed) {
            *there = value.clone();
        }
    }
    changed
}

/// Where large numbers are passed, or fractions of many digits.
fn large_numbers(test: &TestCase) -> Vec<Place> {
    let is_large = |value: &Value| match value {
        Value::Int(number) => u64::from(number.unsigned_abs()) >= LARGE,
        Value::Long(number) => number.unsigned_abs() >= LARGE,
        Value::Float(bits) => has_many_digits(f32::from_bits(*bits).into()),
        Value::Double(bits) => has_many_digits(f64::from_bits(*bits)),
        _ => false,
    };
    places_of(test, is_large)
}

/// Whether a number is large, or has more digits behind the point than a person writes.
fn has_many_digits(number: f64) -> bool {
    number.is_finite() && (number.abs() >= LARGE as f64 || (number * 4.0).fract() != 0.0)
}

/// The classes of `java.time` whose factory `of` takes a year first.
const DATED: [&str; 4] =
    ["java.time.LocalDate", "java.time.LocalDateTime", "java.time.YearMonth", "java.time.ZonedDateTime"];

/// The years that a reader takes for dates of today.
const YEARS_NEAR: std::ops::RangeInclusive<i64> = 1900..=2100;

/// Where years are passed, if one of them is far from ours.
fn years_passed(test: &TestCase) -> Vec<(Place, i64)> {
    let mut found = Vec::new();
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        let method = &made.first.method;
        let is_dated = DATED.contains(&method.class.as_str()) && method.method == "of";
        if let (true, Some(Value::Int(year))) = (is_dated, made.first.arguments.first()) {
            found.push((Place::Making { object: *object, call: 0, at: 0 }, i64::from(*year)));
        }
    }
    if found.iter().all(|(_, year)| YEARS_NEAR.contains(year)) { Vec::new() } else { found }
}

/// By how many years all dates may be moved together so that they are of today: such that the last is of 2024, or by a number after
/// which the calendar repeats.
fn shifts(years: &[(Place, i64)]) -> Vec<i64> {
    let Some(last) = years.iter().map(|(_, year)| *year).max() else { return Vec::new() };
    let shift = 2024 - last;
    vec![shift, shift.div_euclid(400) * 400]
}

/// The test with all years moved.
fn with_years_moved(test: &TestCase, years: &[(Place, i64)], shift: i64) -> TestCase {
    let mut changed = test.clone();
    for (place, year) in years {
        if let (Some(there), Ok(year)) = (place.value_in(&mut changed), i32::try_from(year + shift)) {
            *there = Value::Int(year);
        }
    }
    changed
}

/// The test with a number of this absolute value, and a half more where it may have fractions, at a place, of the sign that the number there has. Its condition speaks neither of an
/// argument that was replaced nor of large numbers, which come from the one that was there.
fn with_number(test: &TestCase, place: Place, plain: i64) -> TestCase {
    let mut changed = test.clone();
    if let Some(value) = place.value_in(&mut changed) {
        match value {
            Value::Int(number) => *number = plain as i32 * number.signum(),
            Value::Long(number) => *number = plain * number.signum(),
            Value::Float(bits) => *bits = ((plain as f32 + 0.5).copysign(f32::from_bits(*bits))).to_bits(),
            Value::Double(bits) => *bits = ((plain as f64 + 0.5).copysign(f64::from_bits(*bits))).to_bits(),
            _ => {}
        }
    }
    if let Place::Argument(at) = place {
        changed.constraint = without_names(&test.constraint, &[test.arguments[at].name.as_str()]);
    }
    changed.constraint = without_large_numbers(&changed.constraint);
    changed
}

/// The parts of a condition that have no large numbers in them.
fn without_large_numbers(condition: &str) -> String {
    let is_large = |word: &str| word.parse::<u64>().is_ok_and(|number| number >= LARGE);
    let has_none = |part: &&str| !part.split(|c: char| !c.is_alphanumeric()).any(is_large);
    conjuncts(condition).into_iter().filter(has_none).collect::<Vec<_>>().join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_keep_what_holds_of_plain_numbers() {
        assert_eq!(without_large_numbers("count > 0 && count * 2147483647 < 0"), "count > 0");
        assert_eq!(without_large_numbers("size10000 == 3"), "size10000 == 3");
    }

    #[test]
    fn texts_that_people_type_are_not_odd() {
        let is_odd = |text: &str| is_odd(&text.encode_utf16().collect::<Vec<_>>());
        assert!(!is_odd("") && !is_odd("a b") && !is_odd("x=1"));
        assert!(is_odd(" a") && is_odd("a "));
        assert!(is_odd("\0") && is_odd("~") && is_odd("caf\u{e9}\u{1}"));
    }
}
