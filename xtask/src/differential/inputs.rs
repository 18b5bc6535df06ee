//! Random and boundary inputs: primitives, strings, arrays of them, small collections, and objects that calls with such arguments make.

use super::subjects::{Callable, Kind, Receiver, Subject, Way};
use super::text;
use clew_base::OrderedMap;
use clew_facts::{Argument, Call, HeapObject, Made, Maker, MethodKey, Object, ObjectId, TestCase, Value};
use clew_fuzzing::covers::Random;
use std::collections::BTreeSet;

const INTS: [i64; 16] = [0, 1, -1, 2, 3, 7, 8, 10, 16, 31, 32, 36, 64, 100, 255, 1000];
const TEXTS: [&str; 24] = [
    "",
    "a",
    " ",
    "abc",
    "ABC",
    "0",
    "-1",
    "12",
    "+7",
    "0x1F",
    "1.5",
    "1e3",
    "true",
    "null",
    "a b",
    "a,b,c",
    "äß€",
    "\u{1F600}x",
    "\t\n",
    "aaaa",
    "A1b2",
    "--",
    "-",
    "2147483648",
];
const FLOATS: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    1e10,
    -1e30,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
/// The greatest length of a random text, and of an array.
const MAX_LENGTH: usize = 6;
/// How deep arrays in arrays go.
const MAX_DIMENSIONS: usize = 2;

/// How many elements a collection has at most, and how many calls make an object ready at most.
const MAX_CALLS: usize = 3;

/// Collections of the JDK: the types of parameters for which each is made, its class, and what puts something into it.
const COLLECTIONS: [(&[&str], &str, &str, &str); 3] = [
    (
        &["Ljava/util/List;", "Ljava/util/Collection;", "Ljava/lang/Iterable;"],
        "java.util.ArrayList",
        "add",
        "(Ljava/lang/Object;)Z",
    ),
    (&["Ljava/util/Set;"], "java.util.HashSet", "add", "(Ljava/lang/Object;)Z"),
    (&["Ljava/util/Map;"], "java.util.HashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
];

/// Whether values of the type are made here.
pub fn is_made(descriptor: &str) -> bool {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let alone = element == OBJECT || COLLECTIONS.iter().any(|(types, ..)| types.contains(&element));
    dimensions <= MAX_DIMENSIONS && (element.len() == 1 || is_text(element) || dimensions == 0 && alone)
}

const OBJECT: &str = "Ljava/lang/Object;";

fn is_text(descriptor: &str) -> bool {
    matches!(descriptor, "Ljava/lang/String;" | "Ljava/lang/CharSequence;")
}

/// Inputs of a method, the same for the same seed, and no two of them equal. Where few values are possible there are fewer.
pub fn inputs(subject: &Subject, count: usize, seed: u64) -> Vec<TestCase> {
    let mut random = Random::new(seed);
    let mut seen = BTreeSet::new();
    let count = if subject.parameters.is_empty() && subject.kind != Kind::Instance { 1 } else { count };
    (0..count)
        .map(|_| Case { random: &mut random, heap: OrderedMap::default() }.case(subject))
        .filter(|case| seen.insert(text::input(case)))
        .collect()
}

struct Case<'r> {
    random: &'r mut Random,
    heap: OrderedMap<ObjectId, HeapObject>,
}

impl Case<'_> {
    fn case(mut self, subject: &Subject) -> TestCase {
        let receivers = &subject.receivers;
        let receiver = (!receivers.is_empty()).then(|| receivers[self.random.below(receivers.len())].as_ref());
        let receiver = receiver.map(|receiver| self.receiver(receiver));
        let mut arguments: Vec<Argument> = Vec::new();
        for (at, descriptor) in subject.parameters.iter().enumerate() {
            let same = arguments.iter().find(|other| other.descriptor == *descriptor && descriptor.starts_with('['));
            let value = match same.map(|other| other.value.clone()) {
                Some(value) if self.random.percent(10) => value,
                _ => self.value(descriptor),
            };
            arguments.push(Argument { name: format!("arg{at}"), descriptor: descriptor.clone(), value });
        }
        TestCase::of_input(receiver, arguments, self.heap)
    }

    fn receiver(&mut self, receiver: &Receiver) -> Value {
        let object = match &receiver.ways[self.random.below(receiver.ways.len())] {
            Way::Constant(name) => Object::EnumConstant(name.clone()),
            Way::Call(by, callable) => {
                let first = self.call(callable);
                let more = if receiver.then.is_empty() { 0 } else { self.random.below(MAX_CALLS) };
                let then = (0..more)
                    .map(|_| {
                        let next = self.random.below(receiver.then.len());
                        self.call(&receiver.then[next])
                    })
                    .collect();
                Object::Made(Made { by: *by, first, then, fields: OrderedMap::default() })
            }
        };
        self.object(&receiver.class, object)
    }

    fn call(&mut self, callable: &Callable) -> Call {
        let arguments = callable.parameters.iter().map(|parameter| self.value(parameter)).collect();
        Call::new(callable.key.clone(), arguments)
    }

    fn collection(&mut self, class: &str, method: &str, descriptor: &str) -> Value {
        let key = |method: &str, descriptor: &str| MethodKey::of_internal(class, method, descriptor);
        let put = key(method, descriptor);
        let passed = descriptor.split(')').next().map_or(0, |parameters| parameters.matches(OBJECT).count());
        let elements = self.random.below(MAX_CALLS + 1);
        let mut then = Vec::with_capacity(elements);
        for _ in 0..elements {
            let arguments = (0..passed).map(|_| self.value(OBJECT)).collect();
            then.push(Call::new(put.clone(), arguments));
        }
        let first = Call::new(key("<init>", "()V"), Vec::new());
        self.object(class, Object::Made(Made { by: Maker::Constructor, first, then, fields: OrderedMap::default() }))
    }

    fn value(&mut self, descriptor: &str) -> Value {
        match descriptor {
            "Z" => Value::Boolean(self.random.percent(50)),
            "B" => Value::Byte(self.integer() as i8),
            "C" => Value::Char(self.character()),
            "S" => Value::Short(self.integer() as i16),
            "I" => Value::Int(self.integer() as i32),
            "J" => Value::Long(self.integer()),
            "F" => Value::Float(canonical((self.float() as f32).to_bits())),
            "D" => Value::Double(self.float().to_bits()),
            _ if self.random.percent(8) => Value::Null,
            OBJECT if self.random.percent(30) => {
                let value = Value::Int(self.integer() as i32);
                self.object("java.lang.Integer", Object::Boxed(value))
            }
            _ => match descriptor.strip_prefix('[') {
                Some(element) => self.array(descriptor, element),
                None => match COLLECTIONS.iter().find(|(types, ..)| types.contains(&descriptor)) {
                    Some((_, class, method, put)) => self.collection(class, method, put),
                    None => {
                        let text = self.text();
                        self.object("java.lang.String", Object::String(text))
                    }
                },
            },
        }
    }

    fn object(&mut self, class: &str, object: Object) -> Value {
        let id = ObjectId(self.heap.len() as u32);
        self.heap.insert(id, HeapObject { class: class.to_owned(), object });
        Value::Ref(id)
    }

    fn array(&mut self, descriptor: &str, element: &str) -> Value {
        let length = self.random.below(MAX_LENGTH);
        let elements = (0..length).map(|_| self.value(element)).collect();
        self.object(&descriptor.replace('/', "."), Object::Array { elements })
    }

    fn integer(&mut self) -> i64 {
        match self.random.below(8) {
            0..4 => *self.random.one(&INTS),
            4 => -*self.random.one(&INTS),
            5 => {
                let edge = *self.random.one(&[
                    i64::MAX,
                    i64::MIN,
                    i64::from(i32::MAX),
                    i64::from(i32::MIN),
                    127,
                    32767,
                    65535,
                ]);
                edge.wrapping_add(self.random.below(3) as i64 - 1)
            }
            6 => self.random.below(200) as i64 - 100,
            _ => self.random.bits() as i64,
        }
    }

    fn character(&mut self) -> u16 {
        match self.random.below(10) {
            0..7 => 32 + self.random.below(95) as u16,
            7 => *self.random.one(&[0, 9, 10, 0x7f, 0xe4, 0xdf, 0x130, 0x3c3, 0xd83d, 0xde00, 0xffff]),
            8 => u16::from(*self.random.one(b"09azAZ")),
            _ => self.random.bits() as u16,
        }
    }

    fn float(&mut self) -> f64 {
        match self.random.below(6) {
            0..3 => *self.random.one(&FLOATS),
            3 => self.integer() as f64,
            4 => self.integer() as f64 / 8.0,
            _ => {
                let value = f64::from_bits(self.random.bits());
                if value.is_nan() { f64::NAN } else { value }
            }
        }
    }

    fn text(&mut self) -> Vec<u16> {
        if self.random.percent(50) {
            return self.random.one(&TEXTS).encode_utf16().collect();
        }
        (0..self.random.below(MAX_LENGTH)).map(|_| self.character()).collect()
    }
}

/// Of all numbers that are none, the one that Java's own operations give.
fn canonical(bits: u32) -> u32 {
    if f32::from_bits(bits).is_nan() { 0x7fc0_0000 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(kind: Kind, parameters: &[&str]) -> Subject {
        let key = MethodKey::of_internal("demo/A", "m", "()V");
        let parameters: Vec<String> = parameters.iter().map(|parameter| (*parameter).to_owned()).collect();
        let method = clew_base::Id::from_index(0);
        Subject { method, kind, key, parameters, receivers: Vec::new() }
    }

    #[test]
    fn inputs_are_the_same_for_the_same_seed_and_of_all_kinds() {
        let all_kinds = ["I", "Ljava/lang/String;", "[[D", "[C", "[C", "Ljava/util/Map;"];
        assert!(all_kinds.iter().all(|descriptor| is_made(descriptor)));
        assert!(!is_made("[[[I") && !is_made("Ljava/util/Locale;") && !is_made("[Ljava/lang/Object;"));
        let subject = subject(Kind::Static, &all_kinds);
        let all = inputs(&subject, 200, 5);
        assert_eq!(all, inputs(&subject, 200, 5));
        assert!(all.iter().any(|case| case.arguments[1].value == Value::Null));
        assert!(all.iter().any(|case| case.arguments[0].value == Value::Int(i32::MIN)));
        assert!(all.iter().any(|case| case.arguments[3].value == case.arguments[4].value));
    }

    #[test]
    fn no_input_comes_twice() {
        assert_eq!(inputs(&subject(Kind::Static, &["Z"]), 200, 5).len(), 2);
        assert_eq!(inputs(&subject(Kind::Constructor, &[]), 200, 5).len(), 1);
    }

    #[test]
    fn receivers_are_made_by_a_call_and_those_that_follow() {
        let callable = |method: &str| Callable {
            key: MethodKey::of_internal("demo/A", method, "(I)V"),
            parameters: vec!["I".to_owned()],
        };
        let ways = vec![Way::Call(Maker::Constructor, callable("<init>"))];
        let receiver = Receiver { class: "demo.A".to_owned(), ways, then: vec![callable("set")] };
        let subject = Subject { receivers: vec![std::rc::Rc::new(receiver)], ..subject(Kind::Instance, &[]) };
        let all = inputs(&subject, 200, 5);
        let calls = |case: &TestCase| match case.heap.values().find_map(|object| match &object.object {
            Object::Made(made) => Some(made.then.len()),
            _ => None,
        }) {
            Some(calls) => calls,
            None => panic!("no object is made"),
        };
        assert!((0..MAX_CALLS).all(|count| all.iter().any(|case| calls(case) == count)));
    }
}
