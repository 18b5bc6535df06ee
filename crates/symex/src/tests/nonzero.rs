//! Results other than zero, and other than what is passed.
//!
//! A method that computes a number from small ones, or from arrays without elements, often comes to zero, or a tenth of it rounds to
//! nothing and it gives back what it was passed: then no test notices what is computed. Greater numbers, and elements, are passed where a
//! concrete run shows that the test reaches the same and returns another result.

use super::readable::{Place, if_alike, places_of, without_names};
use super::unlike::{number, with_number};
use crate::machine::Machine;
use crate::rerun::{self, Aims, Ran};
use clew_facts::{Argument, Object, Outcome, TestCase, Value};

/// How many runs one test may take.
const MAX_RUNS: usize = 18;

/// The absolute values that are tried, in this order.
const GREATER: [u16; 3] = [10, 100, 1000];

/// What is put into arrays without elements.
const ELEMENTS: [u16; 2] = [2, 5];

/// The test with greater numbers, of the same signs, under which its result tells more, and what the concrete run of it found.
/// `None` where it tells enough, or where nothing better was found. `end` says how the test itself ends.
pub(super) fn with_telling_result(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let is_told = |value: &Value| number(value).is_some() || matches!(value, Value::Ref(_));
    if !matches!(end, Outcome::Returns(Some(value)) if is_told(value)) {
        return None;
    }
    let mut places = places_of(test, |value| number(value).is_some());
    places.retain(|place| !place.is_mostly_zero_in(test));
    let with_elements = with_elements(test);
    if places.is_empty() && with_elements.is_empty() {
        return None;
    }
    let before = says_nothing(test, &places, &rerun::run(machine, test).ok()?);
    if before == 0 {
        return None;
    }
    let with_numbers = choices(&places).into_iter().filter_map(|choice| with_numbers(test, &choice));
    let mut best: Option<(usize, (TestCase, Ran))> = None;
    for changed in with_elements.into_iter().chain(with_numbers).take(MAX_RUNS) {
        let Some((changed, ran)) = if_alike(machine, changed, aims, end) else { continue };
        let left = says_nothing(&changed, &places, &ran);
        if left < best.as_ref().map_or(before, |(left, _)| *left) {
            best = Some((left, (changed, ran)));
        }
        if left == 0 {
            break;
        }
    }
    best.map(|(_, better)| better)
}

/// For each array of numbers that is passed and has no elements, the test with some in it. Its condition does not speak of the array.
fn with_elements(test: &TestCase) -> Vec<TestCase> {
    let filled = |argument: &Argument| {
        let Value::Ref(id) = &argument.value else { return None };
        let held = test.heap.get(id)?;
        let zero = match held.class.as_str() {
            "[B" => Value::Byte(0),
            "[S" => Value::Short(0),
            "[I" => Value::Int(0),
            "[J" => Value::Long(0),
            "[F" => Value::Float(0),
            "[D" => Value::Double(0),
            _ => return None,
        };
        let is_empty = matches!(&held.object, Object::Array { elements } if elements.is_empty());
        let elements = ELEMENTS.map(|element| with_number(&zero, element, false));
        let elements = elements.into_iter().collect::<Option<_>>().filter(|_| is_empty)?;
        let mut changed = test.clone();
        changed.heap.get_mut(id)?.object = Object::Array { elements };
        changed.constraint = without_names(&test.constraint, &[argument.name.as_str()]);
        Some(changed)
    };
    test.arguments.iter().filter_map(filled).collect()
}

/// How little the result of a run says: twice the number of zeros in it, which is itself one or an object of the program that has some in
/// fields; and one for a number that is passed at one of the places.
fn says_nothing(test: &TestCase, places: &[Place], ran: &Ran) -> usize {
    let mut test = test.clone();
    let mut passed = |value: &Value| {
        places.iter().any(|place| place.value_in(&mut test).is_some_and(|it| number(it) == number(value)))
    };
    let is_passed = matches!(&ran.outcome, Outcome::Returns(Some(value)) if number(value).is_some() && passed(value));
    2 * zeros_returned(ran) + usize::from(is_passed)
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
            Place::Making { .. } | Place::Earlier { .. } | Place::Thrown { .. } => "this",
        });
    }
    changed.constraint = without_names(&test.constraint, &names);
    Some(changed)
}
