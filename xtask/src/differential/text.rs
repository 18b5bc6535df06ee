//! Values and ends of calls as `xtask/java/Differential.java` reads and writes them.

use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase, Value};
use clew_symex::ConcreteEnd;
use std::fmt::Write;

/// How deep arrays in arrays are shown.
const MAX_DEPTH: usize = 6;

/// The arguments of a call. One that is the same object as an earlier one is told as such.
pub fn input(case: &TestCase) -> String {
    let mut words = Vec::new();
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
    match case.heap.get(id) {
        Some(HeapObject { class, object: Object::Array { elements } }) => {
            words.push(format!("[{}", elements.len()));
            words.push(class.clone());
            elements.iter().for_each(|element| read(case, element, words));
        }
        Some(HeapObject { object: Object::String(units), .. }) => words.push(string(units)),
        Some(HeapObject { object: Object::Boxed(value), .. }) => words.push(plain(value)),
        _ => words.push("n".to_owned()),
    }
}

/// How a call ends; nothing where a part of it is not known.
pub fn end(case: &TestCase, end: &ConcreteEnd) -> Option<String> {
    let mut text = match &end.outcome {
        Outcome::Returns(None) => "V".to_owned(),
        Outcome::Returns(Some(value)) => format!("V{}", shown(end, value, 0)?),
        Outcome::Throws { class } => format!("X{class}"),
        Outcome::NotPredicted | Outcome::Open => return None,
    };
    for argument in case.arguments.iter().filter(|argument| argument.descriptor.starts_with('[')) {
        let _ = write!(text, "|{}", shown(end, &argument.value, 0)?);
    }
    Some(text)
}

fn shown(end: &ConcreteEnd, value: &Value, depth: usize) -> Option<String> {
    let id = match value {
        Value::Unknown => return None,
        Value::Ref(id) => id,
        value => return Some(plain(value)),
    };
    if depth > MAX_DEPTH {
        return Some("~".to_owned());
    }
    object(end, *id, depth)
}

fn object(end: &ConcreteEnd, id: ObjectId, depth: usize) -> Option<String> {
    let HeapObject { class, object } = end.heap_after.get(&id)?;
    Some(match object {
        Object::String(units) => string(units),
        Object::Boxed(value) => plain(value),
        Object::Array { elements } => {
            let elements: Option<Vec<String>> = elements.iter().map(|element| shown(end, element, depth + 1)).collect();
            format!("[{class}:{}]", elements?.join(","))
        }
        Object::EnumConstant(name) => format!("E{class}.{name}"),
        Object::Class(name) => format!("K{name}"),
        // A static field may hold anything; what it is, the object does not tell.
        Object::OfStatic(_) | Object::Made(_) => return None,
        Object::Instance { fields } => match box_letter(class) {
            Some(_) => plain(fields.iter().find(|(key, _)| key.name == "value").map(|(_, value)| value)?),
            None => format!("O{class}"),
        },
    })
}

fn box_letter(class: &str) -> Option<char> {
    const BOXES: [(&str, char); 8] = [
        ("Boolean", 'Z'),
        ("Byte", 'B'),
        ("Character", 'C'),
        ("Short", 'H'),
        ("Integer", 'I'),
        ("Long", 'J'),
        ("Float", 'F'),
        ("Double", 'D'),
    ];
    let name = class.strip_prefix("java.lang.")?;
    BOXES.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter)
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
