//! Numbers by which a test notices when one is taken for another.
//!
//! What a path leaves open of the elements of an array, of the digits of a text, and of the objects of the input is zero in the
//! model, and often zero takes the shortest path. A sum then is a difference, and a wrong index finds the right element. Such
//! numbers are replaced by unlike ones where a concrete run shows that the test reaches the same.

use super::readable::{Place, if_alike, is_mostly_zero, without_names};
use crate::machine::Machine;
use crate::rerun::{Aims, Ran};
use crate::solve::{HELD, PASSED};
use crate::trace::{Extent, tell};
use clew_facts::{Call, Made, Object, ObjectId, Outcome, TestCase, Value, conjuncts};
use std::collections::BTreeSet;

/// How many runs one test may take.
const MAX_RUNS: usize = 24;

/// Longer arrays and texts stay as they are.
const MAX_LENGTH: usize = 8;

/// Numbers from this one on are nothing that a person would choose for an element.
const LARGE: f64 = 1000.0;

/// The test with unlike elements, digits and numbers in objects, and what the concrete run of it found. `None` where it needs
/// those that it has. `end` says how the test itself ends.
pub(super) fn with_unlike_numbers(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let mut found: Option<(TestCase, Ran)> = None;
    let mut runs = 0;
    for choice in test.heap.iter().flat_map(|(id, object)| choices(*id, &object.object)) {
        for alternative in choice {
            let mut changed = found.as_ref().map_or(test, |(changed, _)| changed).clone();
            if !alternative.apply(&mut changed) {
                continue;
            }
            runs += 1;
            if runs > MAX_RUNS {
                return found;
            }
            if let Some(as_good) = if_alike(machine, changed, aims, end) {
                found = Some(as_good);
                break;
            }
        }
    }
    let (mut changed, ran) = found?;
    let goes_alike = tell(machine.world, &ran.trace, Extent::Whole) == test.trace;
    changed.constraint = still_true(&test.constraint, test, goes_alike);
    Some((changed, ran))
}

/// The parts of a condition that hold with other elements and characters. Where the execution goes through the same lines,
/// these are all but those that say what an element is, since a line may compare one with several numbers.
fn still_true(condition: &str, test: &TestCase, goes_alike: bool) -> String {
    let mut names: Vec<&str> = test.arguments.iter().map(|argument| argument.name.as_str()).collect();
    names.push("this");
    let holds = |part: &&str| goes_alike && !part.contains("==") || without_names(part, &names) == **part;
    conjuncts(condition).into_iter().filter(holds).collect::<Vec<_>>().join(" && ")
}

/// Another content of an object.
#[derive(Clone, Debug, PartialEq)]
struct Alternative {
    object: ObjectId,
    content: Content,
}

#[derive(Clone, Debug, PartialEq)]
enum Content {
    /// All elements of an array.
    Elements(Vec<Value>),
    /// One of them.
    Element(usize, Value),
    /// All characters of a text.
    Text(Vec<u16>),
    /// One of them.
    Character(usize, u16),
    /// The argument at a position of the call with this number of those that make an object.
    Passed { call: usize, at: usize, value: Value },
}

impl Alternative {
    /// Gives the object this content. Returns whether it had another.
    fn apply(&self, test: &mut TestCase) -> bool {
        if let Content::Passed { call, at, value } = &self.content {
            let place = Place::Making { object: self.object, call: *call, at: *at };
            let there = place.value_in(test).filter(|there| *there != value);
            return there.map(|there| there.clone_from(value)).is_some();
        }
        let Some(object) = test.heap.get_mut(&self.object).map(|object| &mut object.object) else { return false };
        let before = object.clone();
        match (&self.content, &mut *object) {
            (Content::Elements(all), Object::Array { elements }) => elements.clone_from(all),
            (Content::Element(at, value), Object::Array { elements }) => elements[*at] = value.clone(),
            (Content::Text(all), Object::String(units)) => units.clone_from(all),
            (Content::Character(at, unit), Object::String(units)) => units[*at] = *unit,
            _ => {}
        }
        *object != before
    }
}

/// What may take the place of the content of an object. Of each choice the first that serves is taken: all that is in an array or
/// a text at once, then one by one.
fn choices(object: ObjectId, content: &Object) -> Vec<Vec<Alternative>> {
    let contents = match content {
        Object::Array { elements } if elements.len() <= MAX_LENGTH => {
            let whole = unlike_elements(elements);
            let alone = whole.first().into_iter().flatten().enumerate();
            let alone: Vec<_> = alone.map(|(at, value)| vec![Content::Element(at, value.clone())]).collect();
            [vec![whole.into_iter().map(Content::Elements).collect()], alone].concat()
        }
        Object::String(units) if units.len() <= MAX_LENGTH => {
            let whole = unlike_characters(units);
            let alone = whole.iter().enumerate().map(|(at, unit)| vec![Content::Character(at, *unit)]).collect();
            [vec![vec![Content::Text(whole)]], alone].concat()
        }
        Object::Made(made) => zeros_passed(made),
        _ => Vec::new(),
    };
    let of_object = |content| Alternative { object, content };
    contents.into_iter().map(|contents| contents.into_iter().map(of_object).collect()).collect()
}

/// Other elements for an array, the best first: numbers that tell more, or characters.
fn unlike_elements(elements: &[Value]) -> Vec<Vec<Value>> {
    if tells_little(elements) {
        return vec![in_order(elements, Ties::Broken), in_order(elements, Ties::Kept)];
    }
    let units: Option<Vec<u16>> = elements.iter().map(unit).collect();
    units.into_iter().map(|units| unlike_characters(&units).into_iter().map(Value::Char).collect()).collect()
}

/// The UTF-16 unit that a value is.
fn unit(value: &Value) -> Option<u16> {
    match value {
        Value::Char(unit) => Some(*unit),
        _ => None,
    }
}

/// Characters with unlike digits in place of zeros, and letters in place of what cannot be printed.
fn unlike_characters(units: &[u16]) -> Vec<u16> {
    let (mut digits, mut letters) = ((b'1'..=b'9').cycle(), (b'a'..=b'z').cycle());
    let unlike = |unit: &u16| match u8::try_from(*unit) {
        Ok(b'0') => digits.next().map_or(*unit, u16::from),
        Ok(other) if other.is_ascii_control() => letters.next().map_or(*unit, u16::from),
        _ => *unit,
    };
    units.iter().map(unlike).collect()
}

/// Other numbers where zero is passed to the calls that make an object.
fn zeros_passed(made: &Made) -> Vec<Vec<Content>> {
    let calls: Vec<&Call> = std::iter::once(&made.first).chain(&made.then).collect();
    let passed: Vec<&Value> = calls.iter().flat_map(|call| &call.arguments).collect();
    let is_free = |value: &Value| !passed.contains(&value);
    let mut found = Vec::new();
    for (call, of_call) in calls.iter().enumerate() {
        for (at, value) in of_call.arguments.iter().enumerate() {
            if number(value) == Some(0.0) && !is_mostly_zero(of_call, at) {
                let signed = |held: &u16| [false, true].map(|is_negative| with_number(value, *held, is_negative));
                let others = HELD.iter().flat_map(signed).flatten().filter(is_free);
                found.push(others.take(2).map(|value| Content::Passed { call, at, value }).collect());
            }
        }
    }
    found
}

/// Whether some elements are zero, equal to others, or nothing that a person would choose.
fn tells_little(elements: &[Value]) -> bool {
    let Some(numbers) = elements.iter().map(number).collect::<Option<Vec<f64>>>() else { return false };
    let unlike: BTreeSet<u64> = numbers.iter().map(|number| number.to_bits()).collect();
    let is_odd = |number: &f64| *number == 0.0 || number.abs() >= LARGE || (number * 4.0).fract() != 0.0;
    unlike.len() < numbers.len() || numbers.iter().any(is_odd)
}

/// Whether equal elements stay equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ties {
    Broken,
    Kept,
}

/// Plain numbers in the order in which the elements are, and of their signs; zero counts as positive.
fn in_order(elements: &[Value], ties: Ties) -> Vec<Value> {
    let numbers: Vec<f64> = elements.iter().filter_map(number).collect();
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by(|one, other| numbers[*one].abs().total_cmp(&numbers[*other].abs()));
    let mut plain = elements.to_vec();
    let (mut rank, mut last) = (0, None);
    for place in places {
        let magnitude = numbers[place].abs();
        if last.is_some_and(|last| ties == Ties::Broken || last != magnitude) {
            rank += 1;
        }
        last = Some(magnitude);
        let is_negative = numbers[place] < 0.0;
        if let Some(value) = with_number(&elements[place], PASSED[rank], is_negative) {
            plain[place] = value;
        }
    }
    plain
}

/// The number that a value is; `None` for what is not compared by its size.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Byte(number) => Some((*number).into()),
        Value::Short(number) => Some((*number).into()),
        Value::Int(number) => Some((*number).into()),
        Value::Long(number) => Some(*number as f64),
        Value::Float(bits) => Some(f32::from_bits(*bits).into()).filter(|number: &f64| number.is_finite()),
        Value::Double(bits) => Some(f64::from_bits(*bits)).filter(|number| number.is_finite()),
        Value::Null | Value::Boolean(_) | Value::Char(_) | Value::Ref(_) | Value::Unknown => None,
    }
}

/// A value of the same type: the number, or a half more where the type has fractions. `None` where it has no such number.
pub(super) fn with_number(value: &Value, magnitude: u16, is_negative: bool) -> Option<Value> {
    let whole = i16::try_from(magnitude).ok()? * if is_negative { -1 } else { 1 };
    let half = if is_negative { -0.5 } else { 0.5 };
    Some(match value {
        Value::Byte(_) => Value::Byte(i8::try_from(whole).ok()?),
        Value::Short(_) => Value::Short(whole),
        Value::Int(_) => Value::Int(whole.into()),
        Value::Long(_) => Value::Long(whole.into()),
        Value::Float(_) => Value::Float((f32::from(whole) + half).to_bits()),
        Value::Double(_) => Value::Double((f64::from(whole) + f64::from(half)).to_bits()),
        Value::Null | Value::Boolean(_) | Value::Char(_) | Value::Ref(_) | Value::Unknown => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::OrderedMap;
    use clew_facts::{Argument, HeapObject};

    fn ints(numbers: &[i32]) -> Vec<Value> {
        numbers.iter().copied().map(Value::Int).collect()
    }

    #[test]
    fn elements_keep_their_order_and_their_signs() {
        let elements = ints(&[1, 0, -4]);
        assert_eq!(in_order(&elements, Ties::Broken), ints(&[3, 2, -5]));
        assert_eq!(in_order(&ints(&[0, 0]), Ties::Broken), ints(&[2, 3]));
        assert_eq!(in_order(&ints(&[0, 0]), Ties::Kept), ints(&[2, 2]));
        let halves = [2.5f64, 3.5].map(|number| Value::Double(number.to_bits()));
        let tiny = [1e-300f64, 4.0].map(|number| Value::Double(number.to_bits()));
        assert_eq!(in_order(&tiny, Ties::Broken), halves);
    }

    #[test]
    fn a_condition_keeps_what_holds_of_other_elements() {
        let argument = Argument { name: "a".to_owned(), descriptor: "[I".to_owned(), value: Value::Null };
        let test = TestCase::of_input(None, vec![argument], OrderedMap::default());
        let condition = "a[0] == 0 && a[1] >= a[0] && size == 2";
        assert_eq!(still_true(condition, &test, true), "a[1] >= a[0] && size == 2");
        assert_eq!(still_true(condition, &test, false), "size == 2");
    }

    #[test]
    fn what_tells_enough_stays() {
        assert!(!tells_little(&ints(&[2, 3, -1])));
        assert!(tells_little(&ints(&[2, 0])) && tells_little(&ints(&[2, 2])) && tells_little(&ints(&[1 << 20])));
        assert!(!tells_little(&[Value::Null, Value::Null]), "no numbers");
        assert!(!tells_little(&[Value::Double(f64::NAN.to_bits())]), "no number either");
    }

    #[test]
    fn zeros_of_a_text_become_unlike_digits() {
        let text = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        let id = ObjectId(0);
        let found = choices(id, &Object::String(text("0/0")));
        assert_eq!(found[0], [Alternative { object: id, content: Content::Text(text("1/2")) }]);
        let string = HeapObject { class: "java.lang.String".to_owned(), object: Object::String(text("0/0")) };
        let mut test = TestCase::of_input(None, Vec::new(), OrderedMap::from_iter([(id, string)]));
        assert!(found[1][0].apply(&mut test) && !found[2][0].apply(&mut test), "there is no digit at position 1");
        assert_eq!(test.heap[&id].object, Object::String(text("1/0")));
    }
}
