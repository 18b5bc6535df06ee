//! Inputs and ends of calls as `xtask/java/Differential.java` reads and writes them.

use clew_facts::{Call, FieldKey, HeapObject, Made, Maker, Object, ObjectId, Outcome, TestCase, Value};
use clew_jvm::{Class, Provenance, World};
use clew_symex::ConcreteEnd;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

/// How deep arrays in arrays are shown in the end of a call, and objects in objects in a state.
const MAX_DEPTH: usize = 6;
/// How many objects of a state are shown.
const MAX_SHOWN: usize = 2000;

/// What a method is called on, and the arguments. An argument that is the same object as an earlier one is told as such.
pub fn input(case: &TestCase) -> String {
    let mut words = Vec::new();
    if let Some(receiver) = &case.receiver {
        read(case, receiver, &mut words);
    }
    for (at, argument) in case.arguments.iter().enumerate() {
        let earlier = case.arguments[..at].iter().position(|other| other.value == argument.value);
        match (&argument.value, earlier) {
            (Value::Ref(_), Some(earlier)) => words.push(format!("@{earlier}")),
            (value, _) => read(case, value, &mut words),
        }
    }
    words.join(" ")
}

fn read(case: &TestCase, value: &Value, words: &mut Vec<String>) {
    let Value::Ref(id) = value else {
        words.push(plain(value));
        return;
    };
    let Some(HeapObject { class, object }) = case.heap.get(id) else {
        words.push("n".to_owned());
        return;
    };
    match object {
        Object::Array { elements } => {
            words.push(format!("[{}", elements.len()));
            words.push(class.clone());
            elements.iter().for_each(|element| read(case, element, words));
        }
        Object::String(units) => words.push(string(units)),
        Object::Boxed(value) => words.push(plain(value)),
        Object::EnumConstant(name) => words.push(format!("E{class}.{name}")),
        Object::Made(made) => read_made(case, made, words),
        Object::Instance { .. } | Object::Class(_) | Object::OfStatic(_) => words.push("n".to_owned()),
    }
}

fn read_made(case: &TestCase, made: &Made, words: &mut Vec<String>) {
    debug_assert!(made.by != Maker::Other);
    words.push(format!("M{}", made.then.len()));
    for Call { method, arguments, .. } in std::iter::once(&made.first).chain(&made.then) {
        words.extend([method.class.clone(), method.method.clone(), method.descriptor.clone()]);
        arguments.iter().for_each(|argument| read(case, argument, words));
    }
}

/// What is known of how a call ends.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    /// The result, objects but strings, boxes and arrays by their class only, or the class of the exception, and what the arrays
    /// hold that were passed.
    pub end: String,
    /// The fields of the result, of the object on which the method was called, and of the arguments, and of what these hold;
    /// nothing where a part is not known.
    pub state: Option<String>,
}

/// How a call ends; `None` where a part of the end is not known.
pub fn told(world: &World, case: &TestCase, end: &ConcreteEnd) -> Option<Told> {
    let (outcome, heap) = match end {
        ConcreteEnd::Called { outcome, heap_after } => (outcome, heap_after),
        ConcreteEnd::Unmade(exception) => {
            return Some(Told { end: format!("W{exception}"), state: Some(String::new()) });
        }
    };
    let after = After { world, heap };
    let mut text = match outcome {
        Outcome::Returns(None) => "V".to_owned(),
        Outcome::Returns(Some(value)) => format!("V{}", after.shown(value, 0)?),
        Outcome::Throws { class } => format!("X{class}"),
        Outcome::NotPredicted | Outcome::Open => return None,
    };
    for argument in case.arguments.iter().filter(|argument| argument.descriptor.starts_with('[')) {
        let _ = write!(text, "|{}", after.shown(&argument.value, 0)?);
    }
    let result = match outcome {
        Outcome::Returns(value) => value.as_ref(),
        Outcome::Throws { .. } | Outcome::NotPredicted | Outcome::Open => None,
    };
    let arguments = case.arguments.iter().map(|argument| &argument.value);
    let roots = result.into_iter().chain(&case.receiver).chain(arguments);
    Some(Told { end: text, state: after.state(roots.filter(|root| matches!(root, Value::Ref(_)))) })
}

/// The objects after a call.
struct After<'a> {
    world: &'a World,
    heap: &'a clew_base::OrderedMap<ObjectId, HeapObject>,
}

impl After<'_> {
    fn shown(&self, value: &Value, depth: usize) -> Option<String> {
        let id = match value {
            Value::Unknown => return None,
            Value::Ref(id) => id,
            value => return Some(plain(value)),
        };
        if depth > MAX_DEPTH {
            return Some("~".to_owned());
        }
        let HeapObject { class, object } = self.heap.get(id)?;
        if let Some(text) = self.whole(class, object) {
            return text;
        }
        Some(match object {
            Object::Array { elements } => {
                let elements: Option<Vec<String>> =
                    elements.iter().map(|element| self.shown(element, depth + 1)).collect();
                format!("[{class}:{}]", elements?.join(","))
            }
            _ => format!("O{}", self.name(class)),
        })
    }

    /// Objects that one text tells wholly, wherever they are; the inner text is missing where a part is not known.
    fn whole(&self, class: &str, object: &Object) -> Option<Option<String>> {
        Some(match object {
            Object::String(units) => Some(string(units)),
            Object::Boxed(value) => Some(plain(value)),
            Object::EnumConstant(name) => Some(format!("E{class}.{name}")),
            Object::Class(name) => Some(format!("K{name}")),
            // Neither says what the object holds, and ends of runs have neither.
            Object::OfStatic(_) | Object::Made(_) => None,
            Object::Array { .. } => return None,
            Object::Instance { fields } => match class {
                "java.lang.StringBuilder" | "java.lang.StringBuffer" => self.builder(fields),
                _ => return None,
            },
        })
    }

    /// The characters of a builder of strings.
    fn builder(&self, fields: &clew_base::OrderedMap<FieldKey, Value>) -> Option<String> {
        let field = |name: &str| fields.iter().find(|(key, _)| key.name == name).map(|(_, value)| value);
        let (Value::Ref(bytes), Value::Int(count), Value::Byte(coder)) =
            (field("value")?, field("count")?, field("coder")?)
        else {
            return None;
        };
        let Object::Array { elements } = &self.heap.get(bytes)?.object else { return None };
        let width = 1 + usize::from(*coder != 0);
        let bytes: Option<Vec<u8>> = elements
            .iter()
            .take(usize::try_from(*count).ok()? * width)
            .map(|element| match element {
                Value::Byte(byte) => Some(*byte as u8),
                _ => None,
            })
            .collect();
        let unit = |bytes: &[u8]| bytes.iter().rev().fold(0, |unit, byte| unit << 8 | u16::from(*byte));
        let units: Vec<u16> = bytes?.chunks(width).map(unit).collect();
        Some(string(&units).replacen('S', "T", 1))
    }

    fn state<'v>(&self, roots: impl Iterator<Item = &'v Value>) -> Option<String> {
        let mut text = String::new();
        let mut seen = BTreeMap::new();
        for root in roots {
            text.push('|');
            self.open(&mut text, root, &mut seen)?;
        }
        Some(text)
    }

    /// Writes an object with all that it holds; one that comes again by its number.
    fn open(&self, to: &mut String, value: &Value, seen: &mut BTreeMap<ObjectId, usize>) -> Option<()> {
        let id = match value {
            Value::Unknown => return None,
            Value::Ref(id) => id,
            value => {
                to.push_str(&plain(value));
                return Some(());
            }
        };
        let HeapObject { class, object } = self.heap.get(id)?;
        if let Some(text) = self.whole(class, object) {
            to.push_str(&text?);
            return Some(());
        }
        if let Some(number) = seen.get(id) {
            let _ = write!(to, "^{number}");
            return Some(());
        }
        if seen.len() >= MAX_SHOWN {
            to.push('~');
            return Some(());
        }
        seen.insert(*id, seen.len());
        match object {
            Object::Array { elements } => {
                let _ = write!(to, "[{class}:");
                for (at, element) in elements.iter().enumerate() {
                    to.push_str(if at == 0 { "" } else { "," });
                    self.open(to, element, seen)?;
                }
                to.push(']');
            }
            Object::Instance { fields } => {
                let _ = write!(to, "O{}{{", self.name(class));
                let mut fields: Vec<(String, &Value)> = fields
                    .iter()
                    .filter(|(key, _)| self.is_opened(&key.class))
                    .map(|(key, value)| (format!("{}.{}", key.class, key.name), value))
                    .collect();
                fields.sort_by(|one, other| one.0.cmp(&other.0));
                for (name, value) in fields {
                    let _ = write!(to, "{name}=");
                    self.open(to, value, seen)?;
                    to.push(';');
                }
                to.push('}');
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether the fields that a class declares are looked at: it is of the program, or of java.util. Of equal locales the JDK may
    /// keep one for all, with what earlier calls have worked out of it.
    fn is_opened(&self, class: &str) -> bool {
        let rest = class.strip_prefix("java.util.").filter(|rest| *rest != "Locale");
        let of_util = rest.is_some_and(|rest| !rest.contains('.'));
        self.class(class).is_some_and(|class| of_util || class.provenance != Provenance::Jdk)
    }

    /// The name of a class. That of a lambda's class is the JVM's own.
    fn name<'n>(&self, class: &'n str) -> &'n str {
        if self.class(class).is_some() { class } else { "hidden" }
    }

    fn class(&self, name: &str) -> Option<Rc<Class>> {
        let class = self.world.class(self.world.load(&name.replace('.', "/")).ok()?);
        (!class.is_hidden()).then_some(class)
    }
}

fn string(units: &[u16]) -> String {
    let units: Vec<String> = units.iter().map(u16::to_string).collect();
    format!("S{}", units.join("."))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null | Value::Ref(_) | Value::Unknown => "n".to_owned(),
        Value::Boolean(value) => format!("Z{}", u8::from(*value)),
        Value::Byte(value) => format!("B{value}"),
        Value::Char(value) => format!("C{value}"),
        Value::Short(value) => format!("H{value}"),
        Value::Int(value) => format!("I{value}"),
        Value::Long(value) => format!("J{value}"),
        Value::Float(bits) => format!("F{}", *bits as i32),
        Value::Double(bits) => format!("D{}", *bits as i64),
    }
}
