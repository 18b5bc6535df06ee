//! Objects that a few calls with plain arguments bring into a state in which a test reaches the same.
//!
//! A test whose object is in a state of the test's choice tells what matters in it: the texts, numbers and objects that its fields lead
//! to. The calls that people would write pass these: `stock.receive("a", 3)` for a stock whose map holds 3 under "a". So calls with such
//! arguments are tried, each a concrete run, those first after which the test reaches most of what it is for.

use super::readable::{add_object, is_as_good};
use super::shorten::{drop_unused, without_needless_calls};
use super::{Input, complete};
use crate::factories::Factory;
use crate::machine::Machine;
use crate::plain_calls::PlainCalls;
use crate::rerun::{self, Aims};
use clew_base::{FastSet, OrderedMap};
use clew_facts::{Call, HeapObject, Made, Maker, Object, ObjectId, TestCase, Value};
use clew_jvm::{ClassId, Method, MethodId, Provenance, World};
use std::collections::VecDeque;

/// How many objects of one test are made so.
const MAX_OBJECTS: usize = 6;
/// The greatest number of calls on an object.
const MAX_CALLS: usize = 3;
/// How many values are tried for a parameter.
const MAX_VALUES: usize = 3;
/// How many lists of arguments are tried for a call.
const MAX_LISTS: usize = 6;
/// How many states of an object are kept to go on from, after each number of calls.
const MAX_STATES: usize = 12;

/// How many concrete runs may be made.
#[derive(Debug)]
pub(crate) struct Runs(pub u32);

/// The test with calls that make its objects of classes of the program, as many of them as calls are found for with which it reaches the
/// same goals and ends in the same way. `None` where there are none.
pub(crate) fn with_objects_grown(machine: &mut Machine<'_>, test: &TestCase, runs: &mut Runs) -> Option<TestCase> {
    let aims = Aims::of_goals(&test.goals);
    let mut grown = test.clone();
    for _ in 0..MAX_OBJECTS {
        let Some((id, class)) = first_of_any_state(machine.world, &grown) else { break };
        let Some(next) = Growing::new(machine, &grown, &aims, (id, class)).grown(runs) else { break };
        grown = next;
        drop_unused(&mut grown);
    }
    if grown == *test {
        return None;
    }
    let mut grown = without_needless_calls(machine, grown, &aims);
    let ran = rerun::run(machine, &grown).ok().filter(|ran| is_as_good(ran, &aims, &test.outcome))?;
    let input = Input::of(&grown.heap);
    complete(machine, &mut grown, ran, None, input).ok()?;
    Some(grown)
}

/// The first object of a class of the program whose fields the test sets, and its class. The receiver comes before what its fields lead
/// to.
fn first_of_any_state(world: &World, test: &TestCase) -> Option<(ObjectId, ClassId)> {
    let roots = test.receiver.iter().chain(test.arguments.iter().map(|argument| &argument.value));
    let mut waiting: Vec<ObjectId> = roots.filter_map(id_of).collect();
    let mut seen = FastSet::default();
    waiting.extend(test.heap.keys());
    for id in waiting {
        let Some(object) = test.heap.get(&id).filter(|_| seen.insert(id)) else { continue };
        let Object::Instance { .. } = object.object else { continue };
        let Ok(class) = world.load(&object.class.replace('.', "/")) else { continue };
        if world.class(class).provenance != Provenance::Jdk {
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
    /// The texts, numbers and objects that the fields of the object lead to, and the arguments of the test.
    values: Vec<Value>,
    calls: PlainCalls<'w>,
    /// What runs have left.
    seen: FastSet<String>,
}

impl<'m, 'w> Growing<'m, 'w> {
    fn new(machine: &'m mut Machine<'w>, test: &'m TestCase, aims: &'m Aims, (id, class): (ObjectId, ClassId)) -> Self {
        let values = values_of(test, id);
        let calls = PlainCalls::of(machine);
        Self { machine, test, aims, id, class, values, calls, seen: FastSet::default() }
    }

    /// The test in which calls make the object. `None` where none were found, or too many runs were made.
    fn grown(mut self, runs: &mut Runs) -> Option<TestCase> {
        let of_class = self.calls.factories.of(self.machine.world, self.class);
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
                    longer.extend(self.with_call(&way.test, *changer));
                }
            }
            ways = match self.best_of(longer, runs)? {
                Ok(found) => return Some(found),
                Err(ways) => ways,
            };
        }
        None
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
        match self.seen.insert(format!("{:?}", (&ran.reached, &ran.outcome, &ran.heap_after))) {
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
            return self
                .calls
                .made_by(&mut |object| add_object(&mut test, object), maker)
                .map(|made| in_place(test, made))
                .into_iter()
                .collect();
        }
        let lists = self.lists(self.test, &world.method(maker.method)).into_iter();
        let made = |arguments| {
            let first = Call::new(crate::trace::key(world, maker.method), arguments);
            let made = Made { by: maker.by, first, then: Vec::new(), fields: OrderedMap::default() };
            HeapObject { class: self.test.heap[&id].class.clone(), object: Object::Made(made) }
        };
        lists.map(|(test, arguments)| in_place(test, made(arguments))).collect()
    }

    /// The tests with one more call on the object.
    fn with_call(&mut self, test: &TestCase, changer: MethodId) -> Vec<TestCase> {
        let method = self.machine.world.method(changer);
        let mut found = Vec::new();
        for (mut test, arguments) in self.lists(test, &method) {
            if let Some(Object::Made(made)) = test.heap.get_mut(&self.id).map(|object| &mut object.object) {
                made.then.push(Call::new(crate::trace::key(self.machine.world, changer), arguments));
                found.push(test);
            }
        }
        found
    }

    /// Lists of arguments for a method, each with the test to which the objects are added that it names.
    fn lists(&mut self, test: &TestCase, method: &Method) -> Vec<(TestCase, Vec<Value>)> {
        let mut lists = vec![(test.clone(), Vec::new())];
        for ty in &method.parameters {
            let fitting: Vec<Value> =
                self.values.iter().filter(|value| self.fits(value, ty)).take(MAX_VALUES).cloned().collect();
            let mut longer = Vec::new();
            for (test, list) in lists {
                for value in &fitting {
                    longer.push((test.clone(), list.iter().cloned().chain([value.clone()]).collect()));
                }
                if fitting.is_empty() {
                    let mut test = test;
                    let plain = self.calls.argument(&mut |object| add_object(&mut test, object), ty);
                    longer.push((test, list.into_iter().chain([plain]).collect()));
                }
            }
            longer.truncate(MAX_LISTS);
            lists = longer;
        }
        lists
    }

    /// Whether a value can be passed for a parameter of a type.
    fn fits(&self, value: &Value, ty: &str) -> bool {
        let world = self.machine.world;
        match (value, ty) {
            (Value::Boolean(_), "Z") | (Value::Byte(_), "B") | (Value::Char(_), "C") | (Value::Short(_), "S") => true,
            (Value::Int(_), "I") | (Value::Long(_), "J") | (Value::Float(_), "F") | (Value::Double(_), "D") => true,
            (Value::Null, ty) => ty.starts_with(['L', '[']),
            (Value::Ref(id), ty) => {
                let of = |name: &str| world.load(&name.replace('.', "/")).ok();
                let declared = ty.strip_prefix('L').and_then(|ty| ty.strip_suffix(';')).and_then(of);
                let held = self.test.heap.get(id).and_then(|object| of(&object.class));
                *id != self.id && held.zip(declared).is_some_and(|(held, declared)| world.is_subtype(held, declared))
            }
            _ => false,
        }
    }
}

/// The numbers, texts and objects that the fields of an object lead to, nearest first, and then the arguments of the test; each once.
fn values_of(test: &TestCase, id: ObjectId) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    let mut waiting: VecDeque<Value> = VecDeque::from([Value::Ref(id)]);
    waiting.extend(test.arguments.iter().map(|argument| argument.value.clone()));
    while let Some(value) = waiting.pop_front() {
        if found.contains(&value) {
            continue;
        }
        if let Value::Ref(id) = &value {
            match test.heap.get(id).map(|object| &object.object) {
                Some(Object::Instance { fields }) => waiting.extend(fields.values().cloned()),
                Some(Object::Array { elements }) => waiting.extend(elements.iter().cloned()),
                Some(Object::Made(made)) => waiting.extend(made.arguments().cloned()),
                Some(Object::Boxed(value)) => waiting.push_back(value.clone()),
                _ => {}
            }
        }
        found.push(value);
    }
    found
}
