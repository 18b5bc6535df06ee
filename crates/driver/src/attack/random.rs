//! Concrete runs of a method on inputs by chance: long strings and arrays, full collections, objects of all classes of a type, and
//! references that alias.

use crate::engine::Task;
use clew_base::{CancelToken, OrderedMap};
use clew_chance::{ByChance, DEPTH, NUMBERS, Objects, can_be_made, chance_of, input, number_of};
use clew_facts::{Call, Made, Maker, MethodKey, Object, Options, TestCase, Value};
use clew_jvm::ClassId;
use clew_symex::Trials;

/// How many inputs are tried.
const INPUTS: usize = 48;
/// How many instructions a run may take.
const STEPS_OF_RUN: u64 = 20_000;
/// How many instructions all runs may take.
const STEPS: u64 = 400_000;
/// How many elements arrays, collections and strings have.
const SIZES: [usize; 10] = [0, 1, 2, 3, 4, 6, 9, 17, 33, 70];
/// What strings are made of; each string has characters of one of these.
const ALPHABETS: [&str; 6] = ["a", "0123456789", "abcXYZ", "ab 01.-", "{}[]()<>\"\\,:;=&%", "\u{e9}\u{4e2d}a\n"];

/// What the runs have found.
pub(super) struct Runs {
    /// Tests that reach a wanted goal.
    pub tests: Vec<TestCase>,
    /// How many runs came to their end.
    pub executions: u64,
    /// How many instructions that took.
    pub steps: u64,
}

/// Runs the method, until each of the wanted goals is reached or enough was tried.
pub(super) fn runs(task: &Task<'_>, key: &MethodKey, wanted: &[usize], cancel: &CancelToken) -> Runs {
    let mut found = Runs { tests: Vec::new(), executions: 0, steps: 0 };
    let options = Options { rerun_steps: STEPS_OF_RUN, ..task.options.clone() };
    let Some(mut trials) = Trials::new(task.world, task.method, &options, cancel) else { return found };
    let mut chance = chance_of(key, task.options.seed);
    let method = task.world.method(task.method);
    let names = task.world.parameter_names(&method);
    for _ in 0..INPUTS {
        let is_done = wanted.iter().all(|goal| found.tests.iter().any(|test| test.goals.contains(goal)));
        if is_done || found.steps >= STEPS || cancel.is_cancelled() {
            break;
        }
        let heap = Heap(Objects::new(task.world, &mut chance));
        let Some(input) = input(&method, &names, heap) else { break };
        let ran = trials.test(input);
        found.steps = trials.steps();
        let Some(test) = ran else { continue };
        found.executions += 1;
        let is_new = |goal: &usize| {
            wanted.contains(goal) && !found.tests.iter().any(|known: &TestCase| known.goals.contains(goal))
        };
        if test.goals.iter().any(is_new) {
            found.tests.push(test);
        }
    }
    found
}

/// The values of an input under construction.
struct Heap<'a>(Objects<'a>);

impl<'a> ByChance<'a> for Heap<'a> {
    fn objects(&mut self) -> &mut Objects<'a> {
        &mut self.0
    }

    fn number(&mut self, descriptor: &str) -> Option<Value> {
        let number = match self.0.chance.u32(..3) {
            0 => NUMBERS[self.0.chance.usize(..NUMBERS.len())],
            1 => self.0.chance.i64(-200..200),
            _ => self.0.chance.i64(..),
        };
        number_of(descriptor, number)
    }

    fn reference(&mut self, descriptor: &str, depth: u32) -> Option<Value> {
        if depth == 0 || self.0.chance.usize(..8) == 0 {
            return None;
        }
        if let Some(known) = self.0.known(descriptor) {
            return Some(known);
        }
        if let Some(element) = descriptor.strip_prefix('[') {
            let elements = (0..self.size(depth)).map(|_| self.value(element, depth - 1)).collect();
            return Some(self.0.add(descriptor.replace('/', "."), Object::Array { elements }));
        }
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        match name {
            "java/lang/String" => Some(self.text()),
            "java/lang/CharSequence" if self.0.chance.bool() => Some(self.text()),
            "java/lang/Object" | "java/lang/Comparable" => Some(self.anything(depth)),
            "java/lang/Integer" | "java/lang/Number" => Some(self.boxed("java.lang.Integer", "I")),
            "java/lang/Long" => Some(self.boxed("java.lang.Long", "J")),
            "java/lang/Boolean" => Some(self.boxed("java.lang.Boolean", "Z")),
            "java/lang/Character" => Some(self.boxed("java.lang.Character", "C")),
            "java/lang/Double" => Some(self.boxed("java.lang.Double", "D")),
            _ => self.made(name, depth).or_else(|| {
                let class = self.0.world.load(name).ok()?;
                self.below(class, depth)
            }),
        }
    }

    fn receiver(&mut self, class: ClassId) -> Option<Value> {
        self.below(class, DEPTH)
    }
}

impl Heap<'_> {
    /// The outermost parts of an input may be large, what these hold is small.
    fn size(&mut self, depth: u32) -> usize {
        let most = if depth == DEPTH { SIZES.len() } else { 4 };
        SIZES[self.0.chance.usize(..most)]
    }

    fn text(&mut self) -> Value {
        let alphabet: Vec<u16> = ALPHABETS[self.0.chance.usize(..ALPHABETS.len())].encode_utf16().collect();
        let length = SIZES[self.0.chance.usize(..SIZES.len())];
        let text = (0..length).map(|_| alphabet[self.0.chance.usize(..alphabet.len())]).collect();
        self.0.add("java.lang.String".to_owned(), Object::String(text))
    }

    fn boxed(&mut self, class: &str, descriptor: &str) -> Value {
        let value = self.number(descriptor).unwrap_or(Value::Null);
        self.0.add(class.to_owned(), Object::Boxed(value))
    }

    fn anything(&mut self, depth: u32) -> Value {
        match self.0.chance.u32(..4) {
            0 => self.boxed("java.lang.Integer", "I"),
            1 if depth > 1 => {
                let elements = (0..self.size(depth)).map(|_| self.value("I", 0)).collect();
                self.0.add("[I".to_owned(), Object::Array { elements })
            }
            _ => self.text(),
        }
    }

    /// An object of the JDK that a few calls make.
    fn made(&mut self, name: &str, depth: u32) -> Option<Value> {
        let (class, filled) = match name {
            "java/util/List" | "java/util/Collection" | "java/lang/Iterable" | "java/util/ArrayList" => {
                ("java/util/ArrayList", ADD)
            }
            "java/util/LinkedList" | "java/util/Deque" | "java/util/Queue" => ("java/util/LinkedList", ADD),
            "java/util/Set" | "java/util/HashSet" => ("java/util/HashSet", ADD),
            "java/util/Map" | "java/util/HashMap" => ("java/util/HashMap", PUT),
            "java/lang/StringBuilder" | "java/lang/CharSequence" | "java/lang/Appendable" => {
                ("java/lang/StringBuilder", APPEND)
            }
            _ => return None,
        };
        let call = |(method, descriptor): (&str, &str), arguments| {
            Call::new(MethodKey::of_internal(class, method, descriptor), arguments)
        };
        let parameters = filled.1.matches(';').count() - filled.1.rsplit(')').next()?.matches(';').count();
        let mut then = Vec::new();
        for _ in 0..self.size(depth) {
            let arguments = (0..parameters).map(|_| self.text()).collect();
            then.push(call(filled, arguments));
        }
        let first = call(("<init>", "()V"), Vec::new());
        let made = Made { by: Maker::Constructor, first, then, fields: OrderedMap::default() };
        Some(self.0.add(class.replace('/', "."), Object::Made(made)))
    }

    /// An object of some class of the program below this one.
    fn below(&mut self, class: ClassId, depth: u32) -> Option<Value> {
        let classes = self.0.world.subtypes(class);
        let possible: Vec<ClassId> =
            classes.iter().copied().filter(|class| can_be_made(self.0.world, &self.0.world.class(*class))).collect();
        let class = possible.get(self.0.chance.usize(..possible.len().max(1)))?;
        self.object(*class, depth)
    }
}

const ADD: (&str, &str) = ("add", "(Ljava/lang/Object;)Z");
const PUT: (&str, &str) = ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
const APPEND: (&str, &str) = ("append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
