//! Texts and numbers that people would choose in the input of a test.
//!
//! The solver gives any model of a path: texts of control characters, and numbers near the end of their range. Such a value is
//! replaced by a plain one where a concrete run shows that the test reaches the same.

use super::readable::{Passed, Place, if_as_good, passed_strings, texts_without_content, with_texts, without_names};
use crate::machine::Machine;
use crate::rerun::Ran;
use clew_base::FastMap;
use clew_facts::{Object, ObjectId, Outcome, TestCase, Value, conjuncts};
use clew_jvm::World;

/// How many runs one test may take to find plain values.
const MAX_RUNS: usize = 12;

/// From which absolute value on a number is replaced.
const LARGE: u64 = 10_000;

/// The absolute values that it is replaced by, the first that serves.
const PLAIN: [i64; 5] = [10, 2, 1, 100, 1000];

/// The test with plain values in place of those that nobody would choose, and what the concrete run of it found. `None` where it needs
/// them, or has none. `end` says how the test itself ends.
pub(super) fn with_plain_values(
    machine: &mut Machine<'_>,
    test: &TestCase,
    goals: &[usize],
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let odd = odd_texts(machine.world, test);
    let empty = texts_without_content(machine.world, test);
    let mut runs = 0;
    let mut tried = |changed: TestCase| {
        runs += 1;
        if runs <= MAX_RUNS { if_as_good(machine, changed, goals, end) } else { None }
    };
    let mut found = None;
    if !odd.is_empty() {
        // Texts that are compared with each other can often be replaced together only.
        let all = [odd.clone(), empty].concat();
        found = [all, odd].iter().find_map(|texts| tried(with_texts(test, texts)));
    }
    for place in large_numbers(found.as_ref().map_or(test, |(changed, _)| changed)) {
        let before = found.as_ref().map_or(test, |(changed, _)| changed);
        let plain = PLAIN.iter().find_map(|plain| tried(with_number(before, place, *plain)));
        found = plain.or(found);
    }
    found
}

/// What is passed as a string that nobody would choose. Those that are one object get one name, and no others that name.
fn odd_texts(world: &World, test: &TestCase) -> Vec<Passed> {
    let odd = |value: &Value| match value {
        Value::Ref(id) => match &test.heap.get(id)?.object {
            Object::String(units) => is_odd(units).then_some(*id),
            _ => None,
        },
        _ => None,
    };
    let mut names: FastMap<ObjectId, String> = FastMap::default();
    let mut found = Vec::new();
    for (passed, value) in passed_strings(world, test) {
        let Some(id) = odd(value) else { continue };
        let name = names.get(&id).cloned().unwrap_or_else(|| {
            let is_free = |name: &String| names.values().all(|taken| taken != name);
            let numbered = (2..).map(|number| format!("{}{number}", passed.name));
            std::iter::once(passed.name.clone()).chain(numbered).find(is_free).unwrap_or_default()
        });
        names.insert(id, name.clone());
        found.push(Passed { name, ..passed });
    }
    found
}

/// Whether a text has characters that nobody types, or neither a letter nor a digit.
fn is_odd(units: &[u16]) -> bool {
    let is_printable = |unit: &u16| (0x20..0x7f).contains(unit);
    let is_alphanumeric = |unit: &u16| u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphanumeric());
    let is_plain = units.iter().all(is_printable) && units.iter().any(is_alphanumeric);
    !units.is_empty() && !is_plain
}

/// Where large numbers are passed.
fn large_numbers(test: &TestCase) -> Vec<Place> {
    let is_large = |value: &Value| match value {
        Value::Int(number) => u64::from(number.unsigned_abs()) >= LARGE,
        Value::Long(number) => number.unsigned_abs() >= LARGE,
        _ => false,
    };
    let arguments = test.arguments.iter().enumerate();
    let mut found: Vec<Place> =
        arguments.filter(|(_, argument)| is_large(&argument.value)).map(|(at, _)| Place::Argument(at)).collect();
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        for (call, of_call) in std::iter::once(&made.first).chain(&made.then).enumerate() {
            let large = of_call.arguments.iter().enumerate().filter(|(_, value)| is_large(value));
            found.extend(large.map(|(at, _)| Place::Making { object: *object, call, at }));
        }
    }
    found
}

/// The test with a number of this absolute value at a place, of the sign that the number there has. Its condition speaks neither of an
/// argument that was replaced nor of large numbers, which come from the one that was there.
fn with_number(test: &TestCase, place: Place, plain: i64) -> TestCase {
    let mut changed = test.clone();
    if let Some(value) = place.value_in(&mut changed) {
        match value {
            Value::Int(number) => *number = plain as i32 * number.signum(),
            Value::Long(number) => *number = plain * number.signum(),
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
        assert!(is_odd("\0") && is_odd("~") && is_odd("caf\u{e9}\u{1}"));
    }
}
