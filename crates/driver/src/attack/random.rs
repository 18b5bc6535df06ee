//! Concrete runs of a method on inputs by chance: long strings and arrays, full collections, objects of all classes of a type, and
//! references that alias.

use crate::engine::Task;
use clew_base::{CancelToken, Digest, OrderedMap};
use clew_facts::{
    Argument, Call, FieldKey, HeapObject, Made, Maker, MethodKey, Object, ObjectId, Options, TestCase, Value,
};
use clew_jvm::{Class, ClassId, Provenance, World};
use clew_symex::Trials;
use fastrand::Rng;

/// How many inputs are tried.
const INPUTS: usize = 48;
/// How many instructions a run may take.
const STEPS_OF_RUN: u64 = 20_000;
/// How many instructions all runs may take.
const STEPS: u64 = 400_000;
/// How deep objects hold objects.
const DEPTH: u32 = 3;
/// How many elements arrays, collections and strings have.
const SIZES: [usize; 10] = [0, 1, 2, 3, 4, 6, 9, 17, 33, 70];
/// Numbers at which programs like to decide, and those at which they wrap.
const NUMBERS: [i64; 16] =
    [0, 1, -1, 2, 3, 5, 8, 10, 64, 100, -100, 1 << 20, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];
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
    for _ in 0..INPUTS {
        let is_done = wanted.iter().all(|goal| found.tests.iter().any(|test| test.goals.contains(goal)));
        if is_done || found.steps >= STEPS || cancel.is_cancelled() {
            break;
        }
        let Some(input) = input(task, &mut chance) else { break };
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

/// Repeatable choices, the same for a method in every run with this seed.
fn chance_of(key: &MethodKey, seed: u64) -> Rng {
    let digest = Digest::of(key.to_string().as_bytes());
    let number = digest.as_bytes().iter().take(8).fold(0, |all: u64, byte| all << 8 | u64::from(*byte));
    Rng::with_seed(number ^ seed)
}

/// An input; nothing where no receiver can be made.
fn input(task: &Task<'_>, chance: &mut Rng) -> Option<TestCase> {
    let Task { world, method, .. } = *task;
    let method = world.method(method);
    let mut heap = Heap { world, chance, objects: OrderedMap::default() };
    let receiver = match method.is_static() || method.is_constructor() {
        true => None,
        false => Some(heap.below(method.class, DEPTH)?),
    };
    let names = world.parameter_names(&method);
    let arguments = method.parameters.iter().zip(names).map(|(descriptor, name)| Argument {
        name,
        descriptor: descriptor.to_string(),
        value: heap.value(descriptor, DEPTH),
    });
    let arguments = arguments.collect();
    let case = TestCase::of_input(receiver, arguments, heap.objects);
    Some(TestCase { constraint: "an input by chance".to_owned(), ..case })
}

/// The objects of an input under construction.
struct Heap<'a> {
    world: &'a World,
    chance: &'a mut Rng,
    objects: OrderedMap<ObjectId, HeapObject>,
}

impl Heap<'_> {
    fn value(&mut self, descriptor: &str, depth: u32) -> Value {
        let number = self.number(descriptor);
        number.or_else(|| self.reference(descriptor, depth)).unwrap_or(Value::Null)
    }

    fn number(&mut self, descriptor: &str) -> Option<Value> {
        let number = match self.chance.u32(..3) {
            0 => NUMBERS[self.chance.usize(..NUMBERS.len())],
            1 => self.chance.i64(-200..200),
            _ => self.chance.i64(..),
        };
        Some(match descriptor {
            "Z" => Value::Boolean(number & 1 == 1),
            "B" => Value::Byte(number as i8),
            "C" => Value::Char(number as u16),
            "S" => Value::Short(number as i16),
            "I" => Value::Int(number as i32),
            "J" => Value::Long(number),
            "F" => Value::Float((number as f32 / 2.0).to_bits()),
            "D" => Value::Double((number as f64 / 2.0).to_bits()),
            _ => return None,
        })
    }

    fn reference(&mut self, descriptor: &str, depth: u32) -> Option<Value> {
        if depth == 0 || self.chance.usize(..8) == 0 {
            return None;
        }
        if let Some(known) = self.known(descriptor) {
            return Some(known);
        }
        if let Some(element) = descriptor.strip_prefix('[') {
            let elements = (0..self.size(depth)).map(|_| self.value(element, depth - 1)).collect();
            return Some(self.add(descriptor.replace('/', "."), Object::Array { elements }));
        }
        let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
        match name {
            "java/lang/String" => Some(self.text()),
            "java/lang/CharSequence" if self.chance.bool() => Some(self.text()),
            "java/lang/Object" | "java/lang/Comparable" => Some(self.anything(depth)),
            "java/lang/Integer" | "java/lang/Number" => Some(self.boxed("java.lang.Integer", "I")),
            "java/lang/Long" => Some(self.boxed("java.lang.Long", "J")),
            "java/lang/Boolean" => Some(self.boxed("java.lang.Boolean", "Z")),
            "java/lang/Character" => Some(self.boxed("java.lang.Character", "C")),
            "java/lang/Double" => Some(self.boxed("java.lang.Double", "D")),
            _ => self.made(name, depth).or_else(|| {
                let class = self.world.load(name).ok()?;
                self.below(class, depth)
            }),
        }
    }

    /// The outermost parts of an input may be large, what these hold is small.
    fn size(&mut self, depth: u32) -> usize {
        let most = if depth == DEPTH { SIZES.len() } else { 4 };
        SIZES[self.chance.usize(..most)]
    }

    fn text(&mut self) -> Value {
        let alphabet: Vec<u16> = ALPHABETS[self.chance.usize(..ALPHABETS.len())].encode_utf16().collect();
        let length = SIZES[self.chance.usize(..SIZES.len())];
        let text = (0..length).map(|_| alphabet[self.chance.usize(..alphabet.len())]).collect();
        self.add("java.lang.String".to_owned(), Object::String(text))
    }

    fn boxed(&mut self, class: &str, descriptor: &str) -> Value {
        let value = self.number(descriptor).unwrap_or(Value::Null);
        self.add(class.to_owned(), Object::Boxed(value))
    }

    fn anything(&mut self, depth: u32) -> Value {
        match self.chance.u32(..4) {
            0 => self.boxed("java.lang.Integer", "I"),
            1 if depth > 1 => {
                let elements = (0..self.size(depth)).map(|_| self.value("I", 0)).collect();
                self.add("[I".to_owned(), Object::Array { elements })
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
        let call = |(method, descriptor): (&str, &str), arguments| Call {
            method: MethodKey::of_internal(class, method, descriptor),
            arguments,
        };
        let parameters = filled.1.matches(';').count() - filled.1.rsplit(')').next()?.matches(';').count();
        let mut then = Vec::new();
        for _ in 0..self.size(depth) {
            let arguments = (0..parameters).map(|_| self.text()).collect();
            then.push(call(filled, arguments));
        }
        let first = call(("<init>", "()V"), Vec::new());
        let made = Made { by: Maker::Constructor, first, then, fields: OrderedMap::default() };
        Some(self.add(class.replace('/', "."), Object::Made(made)))
    }

    /// Now and then an object of this class that is there already, so that inputs alias.
    fn known(&mut self, descriptor: &str) -> Option<Value> {
        let class = descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor);
        let class = class.replace('/', ".");
        let fitting: Vec<ObjectId> =
            self.objects.iter().filter(|(_, object)| object.class == class).map(|(id, _)| *id).collect();
        if fitting.is_empty() || self.chance.usize(..3) > 0 {
            return None;
        }
        Some(Value::Ref(fitting[self.chance.usize(..fitting.len())]))
    }

    /// An object of some class of the program below this one.
    fn below(&mut self, class: ClassId, depth: u32) -> Option<Value> {
        let classes = self.world.subtypes(class);
        let possible: Vec<ClassId> =
            classes.iter().copied().filter(|class| can_be_made(self.world, &self.world.class(*class))).collect();
        let class = possible.get(self.chance.usize(..possible.len().max(1)))?;
        self.object(*class, depth)
    }

    fn object(&mut self, class: ClassId, depth: u32) -> Option<Value> {
        let class = self.world.class(class);
        let mut fields = OrderedMap::default();
        for field in self.world.instance_fields(class.id).iter().map(|field| self.world.field(*field)) {
            let key = FieldKey::of_internal(&self.world.class(field.class).name, &field.name, &field.descriptor);
            fields.insert(key, self.value(&field.descriptor, depth.saturating_sub(1)));
        }
        Some(self.add(class.name.replace('/', "."), Object::Instance { fields }))
    }

    fn add(&mut self, class: String, object: Object) -> Value {
        let id = ObjectId(u32::try_from(self.objects.len()).unwrap_or(u32::MAX));
        self.objects.insert(id, HeapObject { class, object });
        Value::Ref(id)
    }
}

const ADD: (&str, &str) = ("add", "(Ljava/lang/Object;)Z");
const PUT: (&str, &str) = ("put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
const APPEND: (&str, &str) = ("append", "(Ljava/lang/String;)Ljava/lang/StringBuilder;");

/// Whether any state of an object of this class can come about: not of enum constants, nor of what classes of the library hold.
fn can_be_made(world: &World, class: &Class) -> bool {
    let is_own = |class: &Class| class.provenance != Provenance::Jdk || &*class.name == "java/lang/Object";
    let mut all = std::iter::successors(Some(class.id), |class| world.class(*class).superclass);
    class.is_concrete() && !class.is_enum() && !class.is_array() && all.all(|class| is_own(&world.class(class)))
}
