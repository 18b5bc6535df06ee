//! Values and objects as a reader of Java sees them.

use super::words;
use clew_facts::{HeapObject, Object, ObjectId, Outcome, TestCase, Value};

/// The greatest number of UTF-16 units of a string that are shown.
const MAX_STRING: usize = 80;

/// A value: its text, or the object that it names.
pub enum Shown {
    /// A value with a text of its own.
    Text(String),
    /// A reference.
    Object(ObjectId),
}

/// How a value is shown.
pub fn shown(value: &Value) -> Shown {
    Shown::Text(match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Char(unit) => character(*unit),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => format!("{value}L"),
        Value::Float(bits) => format!("{:?}f", f32::from_bits(*bits)),
        Value::Double(bits) => format!("{:?}", f64::from_bits(*bits)),
        Value::Ref(id) => return Shown::Object(*id),
        Value::Unknown => "any".to_owned(),
    })
}

fn character(unit: u16) -> String {
    match char::from_u32(u32::from(unit)).filter(|c| !c.is_control()) {
        Some(c) => format!("'{c}'"),
        None => format!("'\\u{unit:04x}'"),
    }
}

/// What is above the fields of an object: its class, or all of it where it has no fields.
pub fn title(object: &HeapObject) -> String {
    let class = class_name(&object.class);
    match &object.object {
        Object::Instance { .. } | Object::Made(_) => class,
        Object::Array { elements } => match class.strip_suffix("[]") {
            Some(element) => format!("{element}[{}]", elements.len()),
            None => class,
        },
        Object::String(units) => string(units),
        Object::EnumConstant(name) => format!("{class}.{name}"),
        Object::Class(name) => format!("{}.class", class_name(name)),
        Object::Boxed(value) => match shown(value) {
            Shown::Text(text) => format!("{class} {text}"),
            Shown::Object(_) => class,
        },
        Object::OfStatic(field) => format!("{}.{}", words::simple(&field.class), field.name),
    }
}

fn class_name(class: &str) -> String {
    if class.starts_with('[') { words::type_name(class) } else { words::simple(class).to_owned() }
}

fn string(units: &[u16]) -> String {
    let text = String::from_utf16_lossy(&units[..units.len().min(MAX_STRING)]);
    let rest = if units.len() > MAX_STRING { "…" } else { "" };
    format!("{text:?}{rest}")
}

/// A value of a test in one line: what it is, or the object that it names.
pub fn in_one_line(case: &TestCase, value: &Value) -> String {
    match shown(value) {
        Shown::Text(text) => text,
        Shown::Object(id) => match case.heap.get(&id).or_else(|| case.heap_after.get(&id)) {
            Some(object) => title(object),
            None => "an object".to_owned(),
        },
    }
}

/// How the call of a test ends.
pub fn outcome(case: &TestCase, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returns(None) => "returns".to_owned(),
        Outcome::Returns(Some(Value::Unknown)) => "returns some value".to_owned(),
        Outcome::Returns(Some(value)) => format!("returns {}", in_one_line(case, value)),
        Outcome::Throws { class } => format!("throws {class}"),
        Outcome::NotPredicted => "ends in a way that was not predicted".to_owned(),
        Outcome::Open => "ends in a way that only the running machine knows".to_owned(),
    }
}
