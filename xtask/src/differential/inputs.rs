//! Random and boundary inputs of methods whose parameters are primitives, strings and arrays of them.

use clew_base::OrderedMap;
use clew_facts::{Argument, HeapObject, Object, ObjectId, TestCase, Value};
use clew_fuzzing::covers::Random;

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

/// Whether values of the type are made here.
pub fn is_made(descriptor: &str) -> bool {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    dimensions <= MAX_DIMENSIONS
        && (element.len() == 1 || is_text(element) || dimensions == 0 && element == "Ljava/lang/Object;")
}

fn is_text(descriptor: &str) -> bool {
    matches!(descriptor, "Ljava/lang/String;" | "Ljava/lang/CharSequence;")
}

/// Inputs for these parameters, the same for the same seed.
pub fn inputs(parameters: &[String], count: usize, seed: u64) -> Vec<TestCase> {
    let mut random = Random::new(seed);
    let count = if parameters.is_empty() { 1 } else { count };
    (0..count).map(|_| Maker { random: &mut random, heap: OrderedMap::default() }.case(parameters)).collect()
}

struct Maker<'r> {
    random: &'r mut Random,
    heap: OrderedMap<ObjectId, HeapObject>,
}

impl Maker<'_> {
    fn case(mut self, parameters: &[String]) -> TestCase {
        let mut arguments: Vec<Argument> = Vec::new();
        for (at, descriptor) in parameters.iter().enumerate() {
            let same = arguments.iter().find(|other| other.descriptor == *descriptor && descriptor.starts_with('['));
            let value = match same.map(|other| other.value.clone()) {
                Some(value) if self.random.percent(10) => value,
                _ => self.value(descriptor),
            };
            arguments.push(Argument { name: format!("arg{at}"), descriptor: descriptor.clone(), value });
        }
        TestCase::of_input(None, arguments, self.heap)
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
            "Ljava/lang/Object;" if self.random.percent(30) => {
                let value = Value::Int(self.integer() as i32);
                self.object("java.lang.Integer", Object::Boxed(value))
            }
            _ => match descriptor.strip_prefix('[') {
                Some(element) => self.array(descriptor, element),
                None => {
                    let text = self.text();
                    self.object("java.lang.String", Object::String(text))
                }
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

    #[test]
    fn inputs_are_the_same_for_the_same_seed_and_of_all_kinds() {
        let parameters: Vec<String> = ["I", "Ljava/lang/String;", "[[D", "[C", "[C"].map(str::to_owned).to_vec();
        assert!(parameters.iter().all(|descriptor| is_made(descriptor)));
        assert!(!is_made("[[[I") && !is_made("Ljava/util/List;") && !is_made("[Ljava/lang/Object;"));
        let all = inputs(&parameters, 200, 5);
        assert_eq!(all, inputs(&parameters, 200, 5));
        assert!(all.iter().any(|case| case.arguments[1].value == Value::Null));
        assert!(all.iter().any(|case| case.arguments[0].value == Value::Int(i32::MIN)));
        assert!(all.iter().any(|case| case.arguments[3].value == case.arguments[4].value));
    }
}
