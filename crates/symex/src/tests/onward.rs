//! Tests from tests: what one more call on an object of the input leads to, or another value that is passed.
//!
//! An exploration follows everything that is open at once, and its steps are spent where objects have a long history, or where the
//! solver is slow. A concrete run takes few. So the inputs of tests that calls make are changed a little, again and again, and those whose
//! runs show something new are changed further.

use super::passing::{Passing, class_named, values_behind, with_object};
use super::readable::{Place, call_of, first_parameter, if_as_good, places_of, with_readable_texts};
use super::shorten::{drop_unused, without_needless_calls};
use super::usual::texts_near;
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

    /// The input with another value in one of the places where something is passed.
    fn with_other_values(&mut self, machine: &Machine<'_>, test: &TestCase) -> Vec<TestCase> {
        let mut found = Vec::new();
        for place in places_of(test, |_| true) {
            for (mut changed, other) in self.others(machine, test, place) {
                if let Some(there) = place.value_in(&mut changed) {
                    *there = other;
                    found.push(changed);
                }
            }
        }
        found
    }

    /// What may be passed in a place instead, each with the test to which the objects are added that it names: other numbers, truth values,
    /// texts and enum constants, and for an argument another object of the program.
    fn others(&mut self, machine: &Machine<'_>, test: &TestCase, place: Place) -> Vec<(TestCase, Value)> {
        let mut unchanged = test.clone();
        let Some(value) = place.value_in(&mut unchanged).cloned() else { return Vec::new() };
        let moved = |number: i64| STEPS.into_iter().filter_map(move |step| number.checked_add(step));
        let numbers: Vec<Value> = match &value {
            Value::Boolean(truth) => vec![Value::Boolean(!truth)],
            Value::Int(number) => {
                let near = moved((*number).into()).filter_map(|number| i32::try_from(number).ok());
                near.map(Value::Int).collect()
            }
            Value::Long(number) => moved(*number).map(Value::Long).collect(),
            Value::Double(bits) => {
                STEPS.map(|step| Value::Double((f64::from_bits(*bits) + step as f64).to_bits())).into()
            }
            Value::Ref(id) if matches!(object_of(test, *id), Some(Object::String(_))) => {
                return self.texts.iter().cloned().map(|text| with_object(test, text)).collect();
            }
            _ => return self.other_objects(machine, test, place, &value),
        };
        numbers.into_iter().map(|number| (test.clone(), number)).collect()
    }

    /// The constants of an enum that may be passed in a place, or for an argument other objects of a class of the program.
    fn other_objects(
        &mut self,
        machine: &Machine<'_>,
        test: &TestCase,
        place: Place,
        value: &Value,
    ) -> Vec<(TestCase, Value)> {
        let Some((ty, name)) = parameter_of(test, place) else { return Vec::new() };
        let class = machine.world.class_of(&ty).map(|class| machine.world.class(class));
        let Some(class) = class.filter(|class| class.provenance != Provenance::Jdk) else { return Vec::new() };
        let is_constant = |id: &ObjectId| matches!(object_of(test, *id), Some(Object::EnumConstant(_)));
        let may_be_other = match value {
            _ if !class.is_enum() => matches!(place, Place::Argument(_)),
            Value::Ref(id) => is_constant(id),
            value => *value == Value::Null,
        };
        if !may_be_other {
            return Vec::new();
        }
        let others = self.passing.new_ones(test, &ty, &name);
        others.into_iter().filter(|(_, other)| *other != Value::Null).collect()
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

/// What an object of the input is.
fn object_of(test: &TestCase, id: ObjectId) -> Option<&Object> {
    test.heap.get(&id).map(|object| &object.object)
}

/// The declared type of what is passed in a place, and the name of the parameter, which is empty unless the place is an argument.
fn parameter_of(test: &TestCase, place: Place) -> Option<(String, String)> {
    match place {
        Place::Argument(at) => test.arguments.get(at).map(|it| (it.descriptor.clone(), it.name.clone())),
        Place::Making { object, call, at } => {
            let Object::Made(made) = object_of(test, object)? else { return None };
            let (types, _) = parse_method_descriptor(&call_of(made, call)?.method.descriptor)?;
            let ty = types.get(at.checked_sub(first_parameter(made, call))?)?;
            Some((ty.to_string(), String::new()))
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
