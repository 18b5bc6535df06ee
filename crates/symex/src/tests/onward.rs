//! Tests from tests: what one more call on an object of the input leads to, or another value that is passed.
//!
//! An exploration follows everything that is open at once, and its steps are spent where objects have a long history, or where the
//! solver is slow. A concrete run takes few. So the inputs of tests that calls make are changed a little, again and again, and those whose
//! runs show something new are changed further.

use super::complete;
use super::contents::Contents;
use super::nulls::with_objects_for_nulls;
use super::passing::{Passing, class_named, values_behind, with_object};
use super::readable::{Place, if_as_good, parameter_of, places_of, with_readable_texts};
use super::shorten::{calls_on, drop_unused, without_call, without_needless_calls};
use super::unlike::number;
use super::usual::{enum_values, texts_near};
use crate::factories::ClassCalls;
use crate::machine::Machine;
use crate::plain_calls::string;
use crate::rerun::{Aims, Ran};
use clew_base::{FastSet, OrderedMap};
use clew_facts::{FieldKey, HeapObject, Object, ObjectId, Outcome, TestCase, Trace, Value};
use clew_jvm::{ClassId, Declared, Field, MethodId, Provenance, World};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The greatest number of calls on an object, besides the one that makes it.
pub(super) const MAX_CALLS: usize = 4;

/// The greatest number of earlier calls.
const MAX_EARLIER: usize = 4;

/// How many objects of a class are looked at that static fields of the class hold.
const MAX_SHARED: usize = 3;

/// How many changed inputs are made of one at most.
const MAX_CHANGED: usize = 48;

/// How many texts of the code are tried for one that is passed.
const MAX_TEXTS: usize = 4;

/// Numbers in longer arrays stay as they are.
const MAX_ELEMENTS: usize = 8;

/// How many numbers of the code are tried, and how many of each test.
const MAX_NUMBERS: usize = 6;

/// What is added to a number that is passed.
const STEPS: [i64; 4] = [1, -1, 10, -10];

/// Inputs to be tried, made of those of tests.
pub(crate) struct Onward<'w> {
    passing: Passing<'w>,
    texts: Vec<HeapObject>,
    /// What is declared of the parameters.
    declared: Vec<Option<Declared>>,
    /// Numbers that are passed besides those next to one that is.
    numbers: Vec<i64>,
    /// Methods that earlier calls may call, each with the object on which it is called unless it is static.
    earlier: Vec<(Option<HeapObject>, MethodId)>,
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
            declared: machine.declared_parameters(&machine.world.method(machine.target)),
            numbers: Vec::new(),
            earlier: Vec::new(),
            waiting: BTreeMap::new(),
            changed: Vec::new(),
            seen: FastSet::default(),
            taken: 0,
        };
        tests.iter().for_each(|test| onward.wait(test.goals.len(), input_of(test)));
        onward
    }

    /// The same, with these numbers besides those next to one that is passed, and with characters of these codes.
    pub(crate) fn with_numbers(self, numbers: Vec<i64>) -> Self {
        Self { numbers, ..self }
    }

    /// The same, with earlier calls that change what static fields of these classes hold.
    pub(crate) fn with_shared(mut self, classes: &[ClassId]) -> Self {
        let (world, factories) = (self.passing.world, &mut self.passing.calls.factories);
        for class in classes.iter().copied() {
            let statics = factories.static_changers(world, class);
            self.earlier.extend(statics.into_iter().map(|changer| (None, changer)));
            for object in shared_objects(world, class) {
                let changers = factories.changers_of_shared(world, class);
                self.earlier.extend(changers.into_iter().map(|changer| (Some(object.clone()), changer)));
            }
        }
        self
    }

    /// The same, with this input to be run before all others.
    pub(crate) fn after(mut self, first: Option<TestCase>) -> Self {
        self.changed.extend(first);
        self
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
        ways.extend(self.with_earlier_call(test));
        ways.push(with_a_call_less(test));
        ways.extend(self.with_contents(test));
        ways.extend(self.with_other_values(machine, test));
        ways.extend(self.with_other_elements(test));
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

    /// The inputs with one more earlier call, by the methods that are called.
    fn with_earlier_call(&mut self, test: &TestCase) -> Vec<Vec<TestCase>> {
        if test.earlier.len() >= MAX_EARLIER {
            return Vec::new();
        }
        let passing = &mut self.passing;
        let with_one = |(object, changer): &(Option<HeapObject>, MethodId)| match object.clone() {
            Some(object) => {
                let (with, receiver) = with_object(test, object);
                passing.with_earlier_call(&with, Some(receiver), *changer)
            }
            None => passing.with_earlier_call(test, None, *changer),
        };
        self.earlier.iter().map(with_one).collect()
    }

    /// The inputs with one more element or entry in a collection or map that is passed, by arguments.
    fn with_contents(&mut self, test: &TestCase) -> Vec<Vec<TestCase>> {
        let mut contents = Contents { passing: &mut self.passing, texts: &self.texts, numbers: &self.numbers };
        let containers = test.arguments.iter().zip(&self.declared).filter_map(|(argument, declared)| {
            let Value::Ref(id) = argument.value else { return None };
            Some(contents.added_to(test, id, declared.as_ref()?))
        });
        containers.collect()
    }

    /// The inputs with another value in one of the places where something is passed, by places.
    fn with_other_values(&mut self, machine: &Machine<'_>, test: &TestCase) -> Vec<Vec<TestCase>> {
        let changed_at = |place: Place| {
            let others = self.others(machine, test, place).into_iter();
            let changed = others.filter_map(|(mut changed, other)| {
                *place.value_in(&mut changed)? = other;
                Some(changed)
            });
            changed.collect()
        };
        places_of(test, |_| true).into_iter().map(changed_at).collect()
    }

    /// The inputs with another number in an array that is passed, or with one more of the last, by arrays and their elements.
    fn with_other_elements(&self, test: &TestCase) -> Vec<Vec<TestCase>> {
        let with = |id: ObjectId, elements: Vec<Value>| {
            let mut changed = test.clone();
            changed.heap.get_mut(&id)?.object = Object::Array { elements };
            Some(changed)
        };
        let is_passed = |id: ObjectId| !places_of(test, |value| *value == Value::Ref(id)).is_empty();
        let mut found = Vec::new();
        for (id, object) in test.heap.iter().filter(|(id, _)| is_passed(**id)) {
            let Object::Array { elements } = &object.object else { continue };
            if elements.is_empty() || elements.len() > MAX_ELEMENTS || !elements.iter().all(is_number) {
                continue;
            }
            let longer = elements.iter().chain(elements.last()).cloned().collect();
            found.push(with(*id, longer).into_iter().collect());
            for (at, element) in elements.iter().enumerate() {
                let others = numbers_beside(element, &self.numbers).into_iter().filter_map(|other| {
                    let mut elements = elements.clone();
                    elements[at] = other;
                    with(*id, elements)
                });
                found.push(others.collect());
            }
        }
        found
    }

    /// What may be passed in a place instead, each with the test to which the objects are added that it names: other numbers, truth values,
    /// texts and enum constants, and another object of the program.
    fn others(&mut self, machine: &Machine<'_>, test: &TestCase, place: Place) -> Vec<(TestCase, Value)> {
        let mut unchanged = test.clone();
        let Some(value) = place.value_in(&mut unchanged).cloned() else { return Vec::new() };
        let numbers = match &value {
            Value::Boolean(truth) => vec![Value::Boolean(!truth)],
            Value::Ref(id) => match object_of(test, *id) {
                Some(Object::String(units)) => {
                    let near = if self.numbers.is_empty() { Vec::new() } else { texts_beside(units, &self.numbers) };
                    let texts = self.texts.iter().cloned().chain(near);
                    return texts.map(|text| with_object(test, text)).collect();
                }
                Some(Object::Boxed(boxed)) => {
                    let class = &test.heap[id].class;
                    return others_boxed(boxed, &self.numbers)
                        .map(|object| with_object(test, HeapObject { class: class.clone(), object }))
                        .collect();
                }
                _ => return self.other_objects(machine, test, place, &value),
            },
            Value::Null | Value::Unknown => return self.other_objects(machine, test, place, &value),
            number => numbers_beside(number, &self.numbers),
        };
        numbers.into_iter().map(|number| (test.clone(), number)).collect()
    }

    /// The constants of an enum that may be passed in a place, or other objects of a class of the program.
    fn other_objects(
        &mut self,
        machine: &Machine<'_>,
        test: &TestCase,
        place: Place,
        value: &Value,
    ) -> Vec<(TestCase, Value)> {
        let Some((ty, name)) = parameter_of(test, place) else { return Vec::new() };
        let ty = constant_there(test, value).unwrap_or(ty);
        let class = machine.world.class_of(&ty).map(|class| machine.world.class(class));
        let Some(class) = class.filter(|class| class.provenance != Provenance::Jdk) else { return Vec::new() };
        let is_constant = |id: &ObjectId| matches!(object_of(test, *id), Some(Object::EnumConstant(_)));
        let may_be_other = match value {
            _ if !class.is_enum() => !matches!(place, Place::Thrown { .. }),
            Value::Ref(id) => is_constant(id),
            value => *value == Value::Null,
        };
        if !may_be_other {
            return Vec::new();
        }
        let ty = made_there(test, value).unwrap_or(ty);
        let others = self.passing.new_ones(test, &ty, &name);
        others.into_iter().filter(|(_, other)| *other != Value::Null).collect()
    }
}

/// The type of an object that calls make, as a descriptor.
fn made_there(test: &TestCase, value: &Value) -> Option<String> {
    type_there(test, value, |object| matches!(object, Object::Made(_)))
}

/// The enum of a constant, as a descriptor.
fn constant_there(test: &TestCase, value: &Value) -> Option<String> {
    type_there(test, value, |object| matches!(object, Object::EnumConstant(_)))
}

/// The type of an object that is meant, as a descriptor.
fn type_there(test: &TestCase, value: &Value, is_meant: impl Fn(&Object) -> bool) -> Option<String> {
    let Value::Ref(id) = value else { return None };
    let object = test.heap.get(id).filter(|object| is_meant(&object.object))?;
    Some(format!("L{};", object.class.replace('.', "/")))
}

/// What may be in a box instead of a value.
fn others_boxed(value: &Value, numbers: &[i64]) -> impl Iterator<Item = Object> {
    let others = match value {
        Value::Boolean(truth) => vec![Value::Boolean(!truth)],
        number => numbers_beside(number, numbers),
    };
    others.into_iter().map(Object::Boxed)
}

fn is_number(value: &Value) -> bool {
    number(value).is_some() || matches!(value, Value::Char(_))
}

/// How many numbers that a test passes are zero.
pub(crate) fn zeros_passed(test: &TestCase) -> usize {
    places_of(test, |value| number(value) == Some(0.0)).len()
}

/// Other numbers of the same type: those a little greater and smaller, then these; first those of the same sign.
fn numbers_beside(value: &Value, others: &[i64]) -> Vec<Value> {
    let beside = |number: i64| {
        let moved = STEPS.into_iter().filter_map(|step| number.checked_add(step));
        let mut beside: Vec<i64> = moved.chain(others.iter().copied()).filter(|other| *other != number).collect();
        beside.sort_by_key(|other| (*other < 0) != (number < 0));
        let mut known = FastSet::default();
        beside.retain(|other| known.insert(*other));
        beside
    };
    match value {
        Value::Byte(number) => fitting(beside((*number).into()), Value::Byte),
        Value::Short(number) => fitting(beside((*number).into()), Value::Short),
        Value::Char(unit) => fitting(beside((*unit).into()), Value::Char),
        Value::Int(number) => fitting(beside((*number).into()), Value::Int),
        Value::Long(number) => fitting(beside(*number), Value::Long),
        Value::Float(bits) => {
            let number = f32::from_bits(*bits);
            let near = STEPS.into_iter().map(|step| number + step as f32);
            let all = near.chain(others.iter().map(|other| *other as f32)).filter(|other| *other != number);
            all.map(|other| Value::Float(other.to_bits())).collect()
        }
        Value::Double(bits) => {
            let number = f64::from_bits(*bits);
            let near = STEPS.into_iter().map(|step| number + step as f64);
            let all = near.chain(others.iter().map(|other| *other as f64)).filter(|other| *other != number);
            all.map(|other| Value::Double(other.to_bits())).collect()
        }
        Value::Boolean(_) | Value::Null | Value::Ref(_) | Value::Unknown => Vec::new(),
    }
}

/// Those of the numbers that a type has, as its values.
fn fitting<N: TryFrom<i64>>(numbers: Vec<i64>, value: fn(N) -> Value) -> Vec<Value> {
    numbers.into_iter().filter_map(|number| N::try_from(number).ok()).map(value).collect()
}

/// The numbers that a method names, each with its neighbours, and those that tests pass.
pub(crate) fn numbers_near(machine: &Machine<'_>, tests: &[TestCase]) -> Vec<i64> {
    let code = machine.world.code(machine.target);
    let named = code.map(|code| code.body.integer_constants()).unwrap_or_default();
    let mut named: Vec<i64> = named.into_iter().collect();
    named.sort_by_key(|named| named.unsigned_abs());
    let named = named.into_iter().take(MAX_NUMBERS);
    let with_neighbours = named.flat_map(|named| [named, named.saturating_add(1), named.saturating_sub(1)]);
    let passed = tests.iter().flat_map(|test| {
        let mut test = test.clone();
        let places = places_of(&test, |value| number(value).is_some());
        let passed = places.into_iter().filter_map(move |place| number(place.value_in(&mut test)?));
        passed.filter(|number| number.fract() == 0.0).map(|number| number as i64).take(MAX_NUMBERS)
    });
    let mut known = FastSet::default();
    [0, 1, 2, 3].into_iter().chain(with_neighbours).chain(passed).filter(|number| known.insert(*number)).collect()
}

/// Texts a little unlike this one: shorter ones, with blanks around it, in the other case; and with another first or last character, or
/// one more, of these codes.
fn texts_beside(units: &[u16], codes: &[i64]) -> Vec<HeapObject> {
    let printable =
        || codes.iter().filter_map(|code| u8::try_from(*code).ok()).filter(u8::is_ascii_graphic).map(u16::from);
    // Of an empty text these are empty, too.
    let (head, last) = units.split_at(units.len().saturating_sub(1));
    let tail = &units[units.len().min(1)..];
    let text = String::from_utf16_lossy(units);
    let blank = [u16::from(b' ')];
    let whole = [
        head.to_vec(),
        [&blank, units, &blank].concat(),
        if text == text.to_lowercase() { text.to_uppercase() } else { text.to_lowercase() }.encode_utf16().collect(),
        tail.to_vec(),
    ];
    let changed = [
        whole.into(),
        printable().map(|unit| [units, &[unit]].concat()).collect(),
        printable().map(|unit| [head, &[unit]].concat()).collect(),
        printable().map(|unit| [&[unit], tail].concat()).collect(),
        printable().map(|unit| [head, &[unit], last].concat()).collect(),
    ];
    let mut known = FastSet::from_iter([units.to_vec()]);
    let new = in_turn(changed.into()).into_iter().filter(|changed| known.insert(changed.clone()));
    new.map(|changed| string(&String::from_utf16_lossy(&changed))).collect()
}

/// The first of each list, then the second of each, and so on.
pub(super) fn in_turn<T>(lists: Vec<Vec<T>>) -> Vec<T> {
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

/// The inputs without one of the calls on their objects.
fn with_a_call_less(test: &TestCase) -> Vec<TestCase> {
    let on_object = |id: &ObjectId| (0..calls_on(test, *id)).map(|at| (*id, at)).collect::<Vec<_>>();
    test.heap.keys().flat_map(on_object).map(|(id, at)| without_call(test, id, at)).collect()
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

/// The objects of a class that its own static fields hold at all times: the constants of an enum, or a single instance.
fn shared_objects(world: &World, class: ClassId) -> Vec<HeapObject> {
    let of = world.class(class);
    if of.is_enum() {
        return enum_values(world, &format!("L{};", of.name)).into_iter().take(MAX_SHARED).collect();
    }
    let own = format!("L{};", of.name);
    let fields = of.fields.iter().map(|field| world.field(*field));
    let held = fields.filter(|field| field.is_static() && field.is_final() && *field.descriptor == own);
    let object = |field: Rc<Field>| HeapObject {
        class: of.name.replace('/', "."),
        object: Object::OfStatic(FieldKey::of_internal(&of.name, &field.name, &field.descriptor)),
    };
    held.take(MAX_SHARED).map(object).collect()
}

/// What an object of the input is.
fn object_of(test: &TestCase, id: ObjectId) -> Option<&Object> {
    test.heap.get(&id).map(|object| &object.object)
}

/// The test of an input whose run has shown what is wanted, without the calls that it does not need. `None` where it is none after all.
pub(crate) fn test_of(machine: &mut Machine<'_>, input: &TestCase, ran: &Ran, wanted: &[usize]) -> Option<TestCase> {
    if !is_foretold(ran) {
        return None;
    }
    let mut aims = Aims::of_goals(wanted);
    aims.see(ran);
    let end = &ran.outcome;
    let shorter = without_needless_calls(machine, input.clone(), &aims);
    // Without a call it may end otherwise.
    let as_good = if_as_good(machine, shorter, &aims, end).or_else(|| if_as_good(machine, input.clone(), &aims, end));
    let (mut test, mut ran) = as_good?;
    for way in [with_objects_for_nulls, with_readable_texts] {
        if let Some(readable) = way(machine, &test, &aims, &ran.outcome) {
            (test, ran) = readable;
        }
    }
    completed(machine, test, ran)
}

/// Whether a run ends in a way that a test can expect.
fn is_foretold(ran: &Ran) -> bool {
    matches!(ran.outcome, Outcome::Returns(_) | Outcome::Throws { .. })
}

/// The test of an input and of its run. `None` where it is none after all.
pub(crate) fn completed(machine: &Machine<'_>, mut test: TestCase, ran: Ran) -> Option<TestCase> {
    if !is_foretold(&ran) {
        return None;
    }
    complete(machine, &mut test, ran, None).ok()?;
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
