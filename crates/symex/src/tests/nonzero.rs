//! Results other than zero.
//!
//! A method that computes a number from small ones often rounds it to zero, and then no test notices what is computed. Greater
//! numbers are passed where a concrete run shows that the test reaches the same and returns another result.

use super::readable::{Place, if_alike, places_of, without_names};
use super::unlike::{number, with_number};
use crate::machine::Machine;
use crate::rerun::{self, Aims, Ran};
use clew_facts::{Object, Outcome, TestCase, Value};

/// How many runs one test may take.
const MAX_RUNS: usize = 18;

/// The absolute values that are tried, in this order.
const GREATER: [u16; 3] = [10, 100, 1000];

/// The test with greater numbers, of the same signs, under which it returns fewer zeros, and what the concrete run of it found.
/// `None` where it returns none, or where nothing better was found. `end` says how the test itself ends.
pub(super) fn with_result_other_than_zero(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let is_told = |value: &Value| number(value) == Some(0.0) || matches!(value, Value::Ref(_));
    let places = places_of(test, |value| number(value).is_some());
    if places.is_empty() || !matches!(end, Outcome::Returns(Some(value)) if is_told(value)) {
        return None;
    }
    let before = zeros_returned(&rerun::run(machine, test).ok()?);
    if before == 0 {
        return None;
    }
    choices(&places).into_iter().take(MAX_RUNS).find_map(|choice| {
        let changed = with_numbers(test, &choice)?;
        if_alike(machine, changed, aims, end).filter(|(_, ran)| zeros_returned(ran) < before)
    })
}

/// How many numbers that a run returned are zero: the result, or fields of an object of the program that it made.
fn zeros_returned(ran: &Ran) -> usize {
    let is_zero = |value: &&Value| number(value) == Some(0.0);
    match &ran.outcome {
        Outcome::Returns(Some(Value::Ref(id))) => match ran.heap_after.get(id) {
            Some(made) if !made.class.starts_with("java.") => match &made.object {
                Object::Instance { fields } => fields.values().filter(is_zero).count(),
                _ => 0,
            },
            _ => 0,
        },
        Outcome::Returns(Some(value)) => usize::from(is_zero(&value)),
        _ => 0,
    }
}

/// Other absolute values for places: for each alone, then for all, which ascend, descend, or are the same.
fn choices(places: &[Place]) -> Vec<Vec<(Place, u16)>> {
    let mut choices: Vec<Vec<(Place, u16)>> =
        places.iter().flat_map(|place| GREATER.map(|greater| vec![(*place, greater)])).collect();
    choices.truncate(MAX_RUNS / 2);
    let count = places.len();
    if count > 1 {
        for greater in GREATER {
            let all = |factor: &dyn Fn(usize) -> usize| {
                let with = |(at, place): (usize, &Place)| (*place, greater.saturating_mul(factor(at) as u16));
                places.iter().enumerate().map(with).collect()
            };
            choices.extend([all(&|at| at + 1), all(&|at| count - at), all(&|_| 1)]);
        }
    }
    choices
}

/// The test with numbers of these absolute values at places, of the signs that the numbers there have. Its condition does not
/// speak of what was changed. `None` where a place has no room for its number.
fn with_numbers(test: &TestCase, numbers: &[(Place, u16)]) -> Option<TestCase> {
    let mut changed = test.clone();
    let mut names = Vec::new();
    for (place, greater) in numbers {
        let value = place.value_in(&mut changed)?;
        *value = with_number(value, *greater, number(value)? < 0.0)?;
        names.push(match place {
            Place::Argument(at) => test.arguments[*at].name.as_str(),
            Place::Making { .. } => "this",
        });
    }
    changed.constraint = without_names(&test.constraint, &names);
    Some(changed)
}
