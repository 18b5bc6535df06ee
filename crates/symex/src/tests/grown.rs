//! Objects that a few calls with plain arguments bring into a state in which a test reaches the same.
//!
//! A test whose object is in a state of the test's choice tells what matters in it: the texts, numbers and objects that its fields lead
//! to. The calls that people would write pass these: `stock.receive("a", 3)` for a stock whose map holds 3 under "a". So calls with such
//! arguments are tried, each a concrete run, those first after which the test reaches most of what it is for.

use super::passing::{Passing, class_named, values_behind};
use super::readable::{Passed, Place, add_plain, is_as_good, passed_strings, places_of, with_readable_texts};
use super::shorten::{drop_unused, without_needless_calls};
use super::{complete, with_readable_values};
use crate::factories::Factory;
use crate::machine::Machine;
use crate::rerun::{self, Aims};
use clew_base::{FastSet, OrderedMap};
use clew_facts::{Call, HeapObject, Made, Maker, Object, ObjectId, TestCase, Value};
use clew_jvm::{ClassId, Provenance, World};

/// How many objects of one test are tried, some of them twice.
const MAX_TRIED: usize = 8;
/// The greatest number of calls on an object.
const MAX_CALLS: usize = 3;
/// How many numbers are tried in the making of an object by a builder.
const MAX_NUMBERS: usize = 6;
/// How many runs are made for one object.
const RUNS_OF_OBJECT: u32 = 80;
/// How many tests with such calls are tried in which two texts are one.
const MAX_ALIKE: usize = 10;
/// How many states of an object are kept to go on from, after each number of calls.
const MAX_STATES: usize = 12;

/// How many concrete runs may be made.
#[derive(Debug)]
pub(crate) struct Runs(pub u32);

/// The test with calls that make its objects of classes of the program, as many of them as calls are found for with which it reaches the
/// same goals and ends in the same way. `None` where there are none.
pub(crate) fn with_objects_grown(machine: &mut Machine<'_>, test: &TestCase, runs: &mut Runs) -> Option<TestCase> {
    let aims = Aims::of_goals(&test.goals);
    // Calls seldom pass null.
    let readable = with_readable_texts(machine, test, &aims, &test.outcome);
    let mut grown = readable.map_or_else(|| test.clone(), |(readable, _)| readable);
    let mut given_up = FastSet::default();
    for _ in 0..MAX_TRIED {
        let Some((id, class)) = first_of_any_state(machine.world, &grown, &given_up) else { break };
        let mut of_object = Runs(RUNS_OF_OBJECT.min(runs.0));
        let next = Growing::new(machine, &grown, &aims, (id, class)).grown(&mut of_object);
        runs.0 -= RUNS_OF_OBJECT.min(runs.0) - of_object.0;
        match next {
            Some(next) => {
                grown = next;
                drop_unused(&mut grown);
                // What holds the object may take it now.
                given_up.clear();
            }
            None => {
                given_up.insert(id);
            }
        }
    }
    if grown == *test {
        return None;
    }
    let mut grown = without_needless_calls(machine, grown, &aims);
    let mut ran = rerun::run(machine, &grown).ok().filter(|ran| is_as_good(ran, &aims, &test.outcome))?;
    if let Some(readable) = with_readable_values(machine, &grown, &aims, &ran.outcome) {
        (grown, ran) = readable;
    }
    complete(machine, &mut grown, ran, None).ok()?;
    Some(grown)
}

/// The first object of a class of the program whose fields the test sets, and its class, other than those that are given up. The receiver
/// comes before what its fields lead to.
fn first_of_any_state(world: &World, test: &TestCase, given_up: &FastSet<ObjectId>) -> Option<(ObjectId, ClassId)> {
    let roots = test.receiver.iter().chain(test.arguments.iter().map(|argument| &argument.value));
    let mut waiting: Vec<ObjectId> = roots.filter_map(id_of).collect();
    let mut seen = FastSet::default();
    waiting.extend(test.heap.keys());
    for id in waiting {
        let Some(object) = test.heap.get(&id).filter(|_| seen.insert(id)) else { continue };
        let Object::Instance { .. } = object.object else { continue };
        let Some(class) = class_named(world, &object.class) else { continue };
        let class_of = world.class(class);
        if class_of.provenance != Provenance::Jdk && !class_of.is_abstract() && !given_up.contains(&id) {
            return Some((id, class));
        }
    }
    None
}

fn id_of(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Ref(id) => Some(*id),
        _ => None,
    }
}

/// A test in which calls make the object, which reaches less than it is to, and how many of the goals it reaches.
struct Way {
    test: TestCase,
    reached: usize,
}

/// What came of a run.
enum Tried {
    /// The test reaches all that it is to.
    AsGood(TestCase),
    /// It does not, and what its run has left is new.
    Other(Way),
    /// The calls make no object, or one that is known.
    Nothing,
}

/// The search for the calls that make one object.
struct Growing<'m, 'w> {
    machine: &'m mut Machine<'w>,
    test: &'m TestCase,
    aims: &'m Aims,
    id: ObjectId,
    class: ClassId,
    /// What is passed: the texts, numbers and objects that the fields of the object lead to, and the arguments of the test, come first.
    passing: Passing<'w>,
    /// What runs have left.
    seen: FastSet<String>,
}

impl<'m, 'w> Growing<'m, 'w> {
    fn new(machine: &'m mut Machine<'w>, test: &'m TestCase, aims: &'m Aims, (id, class): (ObjectId, ClassId)) -> Self {
        let arguments = test.arguments.iter().map(|argument| argument.value.clone());
        let values = values_behind(test, [Value::Ref(id)].into_iter().chain(arguments));
        let passing = Passing::new(machine, values);
        Self { machine, test, aims, id, class, passing, seen: FastSet::default() }
    }

    /// The test in which calls make the object. `None` where none were found, or too many runs were made.
    fn grown(mut self, runs: &mut Runs) -> Option<TestCase> {
        let of_class = self.passing.calls.factories.of(self.machine.world, self.class);
        let mut first = Vec::new();
        for maker in of_class.makers.clone() {
            first.extend(self.made_by(maker));
        }
        let mut ways = match self.best_of(first, runs)? {
            Ok(found) => return Some(found),
            Err(ways) => ways,
        };
        for _ in 0..MAX_CALLS {
            let mut longer = Vec::new();
            for way in &ways {
                for changer in &of_class.changers {
                    let called = self.passing.with_call(&way.test, self.id, *changer);
                    let alike: Vec<TestCase> = called.iter().flat_map(|test| self.with_one_text(test)).collect();
                    longer.extend(called.into_iter().chain(alike.into_iter().take(MAX_ALIKE)));
                }
            }
            ways = match self.best_of(longer, runs)? {
                Ok(found) => return Some(found),
                Err(ways) => ways,
            };
        }
        None
    }

    /// The tests in which one of the numbers is passed to the calls that make the object, which its fields hold in the test.
    fn with_numbers_of_fields(&self, test: &TestCase) -> Vec<TestCase> {
        let is_new =
            |place: &Place| matches!(place, Place::Making { object, .. } if !self.test.heap.contains_key(object));
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Long(_) | Value::Double(_));
        let places = places_of(test, is_number).into_iter().filter(is_new);
        let Object::Instance { fields } = &self.test.heap[&self.id].object else { return Vec::new() };
        let mut found = Vec::new();
        for place in places {
            let mut plain = test.clone();
            let Some(before) = place.value_in(&mut plain).cloned() else { continue };
            let is_other =
                |value: &&Value| std::mem::discriminant(*value) == std::mem::discriminant(&before) && **value != before;
            found.extend(fields.values().filter(is_other).filter_map(|value| with_value(test, place, value)));
        }
        found.truncate(MAX_NUMBERS);
        found
    }

    /// The tests in which an argument is a text with which something is made that the last call on the object is passed, where these were two
    /// texts: what is put under a key of its own is looked for under that. First the one text stands for both, then the other.
    fn with_one_text(&self, test: &TestCase) -> Vec<TestCase> {
        let Some(Object::Made(made)) = test.heap.get(&self.id).map(|object| &object.object) else { return Vec::new() };
        let passed = made.then.last().into_iter().flat_map(|call| call.arguments.iter().cloned());
        let behind = values_behind(test, passed);
        let strings = passed_strings(self.machine.world, test);
        let is_behind =
            |place: &Place| matches!(place, Place::Making { object, .. } if behind.contains(&Value::Ref(*object)));
        let (arguments, others): (Vec<_>, Vec<_>) =
            strings.iter().partition(|(Passed { place, .. }, _)| matches!(place, Place::Argument(_)));
        let others: Vec<_> = others.into_iter().filter(|(Passed { place, .. }, _)| is_behind(place)).collect();
        let pairs = || arguments.iter().flat_map(|one| others.iter().map(move |other| (*one, *other)));
        let pairs = pairs().map(|(one, other)| (other, one)).chain(pairs());
        let unlike = pairs.filter(|((_, to), (_, from))| to != from);
        unlike.filter_map(|((Passed { place, .. }, _), (_, text))| with_value(test, *place, text)).collect()
    }

    /// The first of the tests that reaches all that it is to, or else those that reach most. `None` if too many runs were made.
    fn best_of(&mut self, tests: Vec<TestCase>, runs: &mut Runs) -> Option<Result<TestCase, Vec<Way>>> {
        let mut ways = Vec::new();
        for test in tests {
            runs.0 = runs.0.checked_sub(1)?;
            match self.tried(test) {
                Tried::AsGood(found) => return Some(Ok(found)),
                Tried::Other(way) => ways.push(way),
                Tried::Nothing => {}
            }
        }
        ways.sort_by_key(|way| std::cmp::Reverse(way.reached));
        ways.truncate(MAX_STATES);
        Some(Err(ways))
    }

    fn tried(&mut self, test: TestCase) -> Tried {
        let Ok(ran) = rerun::run(self.machine, &test) else { return Tried::Nothing };
        if is_as_good(&ran, self.aims, &self.test.outcome) {
            return Tried::AsGood(test);
        }
        let reached = self.aims.goals().iter().filter(|goal| ran.reached.contains(*goal)).count();
        match self.seen.insert(ran.left()) {
            true => Tried::Other(Way { test, reached }),
            false => Tried::Nothing,
        }
    }

    /// The tests in which a constructor, a factory or a builder makes the object.
    fn made_by(&mut self, maker: Factory) -> Vec<TestCase> {
        let (world, id) = (self.machine.world, self.id);
        let in_place = |mut test: TestCase, made: HeapObject| {
            test.heap.insert(id, made);
            test
        };
        if maker.by == Maker::Other {
            let mut test = self.test.clone();
            let made = self.passing.calls.made_by(&mut |object| add_plain(&mut test, object), maker);
            let Some(made) = made else { return Vec::new() };
            let made = HeapObject { class: self.test.heap[&id].class.clone(), ..made };
            let plain = in_place(test, made);
            let others = self.with_numbers_of_fields(&plain);
            return std::iter::once(plain).chain(others).collect();
        }
        let method = world.method(maker.method);
        let mut lists = self.passing.lists(self.test, id, &method);
        for accepted in &*self.passing.calls.accepted_by(maker.method) {
            let mut test = self.test.clone();
            let arguments = self.passing.calls.of_list(&mut |object| add_plain(&mut test, object), accepted, &method);
            lists.push((test, arguments));
        }
        let made = |arguments| {
            let first = Call::new(crate::trace::key(world, maker.method), arguments);
            let made = Made { by: maker.by, first, then: Vec::new(), fields: OrderedMap::default() };
            HeapObject { class: self.test.heap[&id].class.clone(), object: Object::Made(made) }
        };
        lists.into_iter().map(|(test, arguments)| in_place(test, made(arguments))).collect()
    }
}

/// The test with another value in a place.
fn with_value(test: &TestCase, place: Place, value: &Value) -> Option<TestCase> {
    let mut changed = test.clone();
    place.value_in(&mut changed)?.clone_from(value);
    Some(changed)
}
