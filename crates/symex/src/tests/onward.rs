//! Tests from tests: what one more call on an object of the input leads to, or another value that is passed.
//!
//! An exploration follows everything that is open at once, and its steps are spent where objects have a long history, or where the
//! solver is slow. A concrete run takes few. So the inputs of tests that calls make are changed a little, again and again, and those whose
//! runs show something new are changed further.

use super::passing::{Passing, class_named, values_behind};
use super::readable::{Place, add_plain, call_of, first_parameter, if_as_good, places_of, with_readable_texts};
use super::shorten::{drop_unused, without_needless_calls};
use super::usual::{enum_values, texts_near};
use super::{Input, complete};
use crate::factories::ClassCalls;
use crate::machine::Machine;
use crate::plain_calls::string;
use crate::rerun::{Aims, Ran};
use clew_base::{FastSet, OrderedMap};
use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase, Trace, Value};
use clew_jvm::{Provenance, parse_method_descriptor};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The greatest number of calls on an object, besides the one that makes it.
const MAX_CALLS: usize = 4;

/// How many changed inputs are made of one at most.
const MAX_CHANGED: usize = 48;

/// How many texts of the code are tried for one that is passed.
const MAX_TEXTS: usize = 4;

/// What is added to a number that is passed.
const STEPS: [i64; 4] = [1, -1, 10, -10];

/// Inputs to be tried, made of those of tests.
pub(crate) struct Onward<'w> {
    passing: Passing<'w>,
    texts: Vec<HeapObject>,
    /// Inputs that were run, to be changed further: those first that have reached most, then those that came first.
    waiting: BTreeMap<(Reverse<usize>, usize), TestCase>,
    /// What is to be run next, in reverse order.
    changed: Vec<TestCase>,
    /// What runs have left.
    seen: FastSet<String>,
    taken: usize,
}

impl<'w> Onward<'w> {
    /// Of these tests, whose inputs calls make.
    pub(crate) fn new(machine: &Machine<'w>, tests: &[TestCase]) -> Self {
        let texts = texts_near(machine.world, machine.target).into_iter().take(MAX_TEXTS);
        let mut onward = Self {
            passing: Passing::new(machine, Vec::new()),
            texts: texts.map(|text| string(&text)).collect(),
            waiting: BTreeMap::new(),
            changed: Vec::new(),
            seen: FastSet::default(),
            taken: 0,
        };
        tests.iter().for_each(|test| onward.wait(test.goals.len(), input_of(test)));
        onward
    }

    fn wait(&mut self, reached: usize, input: TestCase) {
        self.waiting.insert((Reverse(reached), self.taken), input);
        self.taken += 1;
    }

    /// The next input to be run. `None` where there is nothing left to change.
    pub(crate) fn next(&mut self, machine: &Machine<'_>) -> Option<TestCase> {
        while self.changed.is_empty() {
            let (_, input) = self.waiting.pop_first()?;
            self.changed = self.changes_of(machine, &input);
            self.changed.reverse();
        }
        self.changed.pop()
    }

    /// Takes note of what the run of an input has shown: if it is new, the input is changed further.
    pub(crate) fn learn(&mut self, input: TestCase, ran: &Ran) {
        if self.seen.insert(ran.left()) {
            self.wait(ran.reached.len(), input);
        }
    }

    /// The input changed in one place: first with one more call on each object, then with other values.
    fn changes_of(&mut self, machine: &Machine<'_>, test: &TestCase) -> Vec<TestCase> {
        let roots = test.receiver.iter().cloned().chain(test.arguments.iter().map(|argument| argument.value.clone()));
        self.passing.values = values_behind(test, roots);
        self.passing.values.retain(|value| *value != Value::Null);
        let mut ways = Vec::new();
        for (id, calls) in self.objects_of(machine, test) {
            ways.extend(calls.changers.iter().map(|changer| self.passing.with_call(test, id, *changer)));
        }
        ways.push(self.with_other_values(machine, test));
        let mut found = in_turn(ways);
        found.truncate(MAX_CHANGED);
        found.iter_mut().for_each(drop_unused);
        found
    }

    /// The objects of the program that may have one more call, and the calls on them.
    fn objects_of(&mut self, machine: &Machine<'_>, test: &TestCase) -> Vec<(ObjectId, Rc<ClassCalls>)> {
        let mut found = Vec::new();
        for value in &self.passing.values {
            let Value::Ref(id) = value else { continue };
            let Some(object) = test.heap.get(id) else { continue };
            let may_be_changed = matches!(&object.object, Object::Made(made) if made.then.len() < MAX_CALLS);
            let Some(class) = class_named(machine.world, &object.class).filter(|_| may_be_changed) else { continue };
            if machine.world.class(class).provenance != Provenance::Jdk {
                found.push((*id, self.passing.calls.factories.of(machine.world, class)));
            }
        }
        found
    }

    /// The input with another value in one of the places where numbers, truth values, texts and enum constants are passed.
    fn with_other_values(&mut self, machine: &Machine<'_>, test: &TestCase) -> Vec<TestCase> {
        let mut found = Vec::new();
        for place in places_of(test, |_| true) {
            let mut changed = test.clone();
            let Some(value) = place.value_in(&mut changed).cloned() else { continue };
            let ty = type_of(test, place);
            if let Place::Argument(at) = place {
                found.extend(self.with_other_object(machine, test, at));
            }
            for other in self.others(machine, test, &value, ty.as_deref()) {
                let mut changed = test.clone();
                let other = match other {
                    Other::Value(value) => value,
                    Other::Object(object) => Value::Ref(add_plain(&mut changed, object)),
                };
                if let Some(there) = place.value_in(&mut changed) {
                    *there = other;
                    found.push(changed);
                }
            }
        }
        found
    }

    /// The input with another object of the program for an argument.
    fn with_other_object(&mut self, machine: &Machine<'_>, test: &TestCase, at: usize) -> Vec<TestCase> {
        let argument = &test.arguments[at];
        let class = argument.descriptor.strip_prefix('L').and_then(|ty| ty.strip_suffix(';'));
        let class = class.and_then(|name| class_named(machine.world, name)).map(|class| machine.world.class(class));
        if class.is_none_or(|class| class.provenance == Provenance::Jdk || class.is_enum()) {
            return Vec::new();
        }
        let others = self.passing.new_ones(test, &argument.descriptor, &argument.name);
        let with = |(mut test, value): (TestCase, Value)| {
            test.arguments[at].value = value;
            test
        };
        others.into_iter().filter(|(_, value)| *value != Value::Null).map(with).collect()
    }

    /// What may be passed in place of a value.
    fn others(&self, machine: &Machine<'_>, test: &TestCase, value: &Value, ty: Option<&str>) -> Vec<Other> {
        let moved = |number: i64| STEPS.into_iter().filter_map(move |step| number.checked_add(step));
        let constants = |ty: Option<&str>| enum_values(machine.world, ty.unwrap_or_default());
        match value {
            Value::Boolean(truth) => vec![Other::Value(Value::Boolean(!truth))],
            Value::Int(number) => {
                let near = moved((*number).into()).filter_map(|number| i32::try_from(number).ok());
                near.map(|number| Other::Value(Value::Int(number))).collect()
            }
            Value::Long(number) => moved(*number).map(|number| Other::Value(Value::Long(number))).collect(),
            Value::Double(bits) => {
                let near = STEPS.map(|step| f64::from_bits(*bits) + step as f64);
                near.map(|number| Other::Value(Value::Double(number.to_bits()))).into()
            }
            Value::Ref(id) => match test.heap.get(id).map(|object| &object.object) {
                Some(Object::String(_)) => self.texts.iter().cloned().map(Other::Object).collect(),
                Some(Object::EnumConstant(_)) => constants(ty).into_iter().map(Other::Object).collect(),
                _ => Vec::new(),
            },
            Value::Null => constants(ty).into_iter().map(Other::Object).collect(),
            _ => Vec::new(),
        }
    }
}

/// The first of each list, then the second of each, and so on.
fn in_turn<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut found = Vec::new();
    loop {
        let before = found.len();
        found.extend(lists.iter_mut().filter_map(Iterator::next));
        if found.len() == before {
            return found;
        }
    }
}

/// The input of a test, without what its run has left.
fn input_of(test: &TestCase) -> TestCase {
    TestCase {
        heap_after: OrderedMap::default(),
        observed: Vec::new(),
        taken: Vec::new(),
        trace: Trace::default(),
        constraint: String::new(),
        ..test.clone()
    }
}

/// What is passed in place of another value.
enum Other {
    Value(Value),
    Object(HeapObject),
}

/// The declared type of what is passed there, if it is known.
fn type_of(test: &TestCase, place: Place) -> Option<String> {
    match place {
        Place::Argument(at) => Some(test.arguments.get(at)?.descriptor.clone()),
        Place::Making { object, call, at } => {
            let Object::Made(made) = &test.heap.get(&object)?.object else { return None };
            let (types, _) = parse_method_descriptor(&call_of(made, call)?.method.descriptor)?;
            types.get(at.checked_sub(first_parameter(made, call))?).map(ToString::to_string)
        }
        Place::Thrown { .. } => None,
    }
}

/// The test of an input whose run has shown what is wanted, without the calls that it does not need. `None` where it is none after all.
pub(crate) fn test_of(machine: &mut Machine<'_>, input: &TestCase, ran: &Ran, wanted: &[usize]) -> Option<TestCase> {
    if !matches!(ran.outcome, Outcome::Returns(_) | Outcome::Throws { .. }) {
        return None;
    }
    let mut aims = Aims::of_goals(wanted);
    aims.see(ran);
    let end = &ran.outcome;
    let shorter = without_needless_calls(machine, input.clone(), &aims);
    // Without a call it may end otherwise.
    let as_good = if_as_good(machine, shorter, &aims, end).or_else(|| if_as_good(machine, input.clone(), &aims, end));
    let (mut test, mut ran) = as_good?;
    if let Some(readable) = with_readable_texts(machine, &test, &aims, &ran.outcome) {
        (test, ran) = readable;
    }
    let held = Input::of(&test.heap);
    complete(machine, &mut test, ran, None, held).ok()?;
    test.constraint.clear();
    Some(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_its_turn() {
        assert_eq!(in_turn(vec![vec![1, 2, 3], Vec::new(), vec![4], vec![5, 6]]), [1, 4, 5, 2, 6, 3]);
    }
}
