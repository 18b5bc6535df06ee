//! Names: of local variables, and of test methods that say the condition and the outcome.

use crate::classes::after_package;
use crate::java::{JavaType, capitalized, decapitalized, identifier_part, keyword, parse_method};
use clew_facts::{Call, MethodKey, Object, ObjectId, Outcome, TestCase, Value};
use std::collections::BTreeMap;

/// How many characters the part of a test's name about one input may have.
const MAX_INPUT_LENGTH: usize = 24;
/// How many inputs a test's name mentions.
const MAX_INPUTS: usize = 4;
/// How many fields of the receiver a test's name mentions.
const MAX_RECEIVER_FIELDS: usize = 2;
/// Strings up to this length are spelled out in the name of a test.
const MAX_SPELLED_STRING: usize = 12;
/// A test's name has at most this many characters before a number is added.
const MAX_NAME_LENGTH: usize = 100;
/// How many characters an input may have that is named to tell two tests apart.
const MAX_DETAIL_LENGTH: usize = 40;
/// How many steps from the receiver or an argument such an input may be away.
const MAX_DETAIL_DEPTH: usize = 4;
/// How many inputs are looked at to tell two tests apart.
const MAX_DETAILS: usize = 64;
/// How many characters of the path condition the comment over a test shows.
const MAX_CONSTRAINT_LENGTH: usize = 110;

/// The name of a class without its package and the classes around it.
pub(crate) fn simple_name(class: &str) -> &str {
    let name = after_package(class);
    match name.rsplit_once('$') {
        Some((_, last)) if last.chars().next().is_some_and(char::is_alphabetic) => last,
        _ => name,
    }
}

/// A name for a local variable that holds an object of the class (a binary name or the descriptor of an array).
pub(crate) fn local_for_class(class: &str) -> String {
    if class.starts_with('[') {
        return match JavaType::parse(class) {
            Some(JavaType::Array(element)) => match *element {
                JavaType::Primitive(letter) => format!("{}s", keyword(letter)),
                JavaType::Class(name) => format!("{}s", local_for_class(&name)),
                JavaType::Array(_) => "rows".into(),
            },
            _ => "array".into(),
        };
    }
    let name = identifier_part(simple_name(class));
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        "object".into()
    } else {
        decapitalized(&name)
    }
}

/// A name for a test, in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestName {
    subject: String,
    inputs: Vec<String>,
    outcome: String,
    /// More about the inputs, in case the name is taken.
    pub(crate) details: Vec<String>,
}

impl TestName {
    /// What to call the test.
    pub(crate) fn of(key: &MethodKey, test: &TestCase) -> TestName {
        let mut inputs = receiver_parts(test);
        inputs.extend(argument_parts(test));
        inputs.truncate(MAX_INPUTS);
        let outcome = match &test.outcome {
            Outcome::Returns(_) if key.method == "<init>" => "isMade".to_owned(),
            _ => outcome_part(test),
        };
        let mut details = details(test);
        details.push(signature_part(key));
        TestName { subject: subject(key), inputs, outcome, details }
    }

    /// The name, a valid identifier that always has an underscore in it; unique only by accident. The detail, if any, comes
    /// in place of inputs where there is no room for all.
    pub(crate) fn text(&self, detail: Option<&str>) -> String {
        let mut shown = self.inputs.len();
        loop {
            let inputs = self.inputs[..shown].iter().map(String::as_str).chain(detail);
            let parts = std::iter::once(self.subject.as_str()).chain(inputs).chain([self.outcome.as_str()]);
            let name = parts.collect::<Vec<_>>().join("_");
            if name.len() <= MAX_NAME_LENGTH {
                return name;
            }
            match shown.checked_sub(1) {
                Some(fewer) => shown = fewer,
                None => return name.chars().take(MAX_NAME_LENGTH).collect(),
            }
        }
    }
}

fn subject(key: &MethodKey) -> String {
    let name = if key.method == "<init>" { format!("new{}", simple_name(&key.class)) } else { key.method.clone() };
    let name = identifier_part(&name);
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) { format!("test{name}") } else { name }
}

/// The names of calls, in order; of a method that is called again and again the number of times.
fn calls_part(calls: &[Call]) -> String {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    for call in calls {
        match counted.last_mut() {
            Some((name, count)) if *name == call.method.method => *count += 1,
            _ => counted.push((&call.method.method, 1)),
        }
    }
    let part = |(name, count): (&str, usize)| {
        let name = capitalized(&identifier_part(name));
        if count > 1 { format!("{name}{count}Times") } else { name }
    };
    counted.into_iter().map(part).collect()
}

fn receiver_parts(test: &TestCase) -> Vec<String> {
    let Some(Value::Ref(receiver)) = test.receiver else { return Vec::new() };
    match test.heap.get(&receiver).map(|object| &object.object) {
        Some(Object::Instance { fields }) => fields
            .iter()
            .filter(|(key, _)| !key.name.contains('$'))
            .map(|(key, value)| input_part(test, &format!("this{}", capitalized(&identifier_part(&key.name))), value))
            .filter(|part| part.len() <= MAX_INPUT_LENGTH)
            .take(MAX_RECEIVER_FIELDS)
            .collect(),
        Some(Object::EnumConstant(constant)) => vec![format!("this{}", capitalized(&identifier_part(constant)))],
        Some(Object::Made(made)) if !made.then.is_empty() => vec![format!("after{}", calls_part(&made.then))],
        _ => Vec::new(),
    }
}

fn argument_parts(test: &TestCase) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for (position, argument) in test.arguments.iter().enumerate() {
        let name = decapitalized(&identifier_part(&argument.name));
        let same = test.arguments[..position]
            .iter()
            .find(|earlier| matches!(earlier.value, Value::Ref(_)) && earlier.value == argument.value);
        let part = if matches!(argument.value, Value::Ref(_)) && Some(&argument.value) == test.receiver.as_ref() {
            format!("{name}SameAsThis")
        } else if let Some(same) = same {
            format!("{name}SameAs{}", capitalized(&identifier_part(&same.name)))
        } else {
            input_part(test, &name, &argument.value)
        };
        if part.len() <= MAX_INPUT_LENGTH && argument.value != Value::Unknown {
            parts.push(part);
        }
    }
    parts
}

/// What is known about the inputs, the values nearest to the call first.
fn details(test: &TestCase) -> Vec<String> {
    let receiver = test.receiver.iter().map(|value| ("this".to_owned(), value.clone()));
    let arguments = test.arguments.iter().map(|argument| {
        let name = decapitalized(&identifier_part(&argument.name));
        (name, argument.value.clone())
    });
    let mut level: Vec<(String, Value)> = receiver.chain(arguments).collect();
    let mut known: BTreeMap<ObjectId, String> = BTreeMap::new();
    let mut details = Vec::new();
    for _ in 0..MAX_DETAIL_DEPTH {
        let mut next = Vec::new();
        for (path, value) in level {
            if let Value::Ref(id) = value {
                if let Some(first) = known.get(&id) {
                    details.push(format!("{path}SameAs{}", capitalized(first)));
                    continue;
                }
                known.insert(id, path.clone());
                next.extend(parts_of(test, id).map(|(part, value)| (format!("{path}{part}"), value)));
            }
            if value != Value::Unknown && path != "this" {
                details.push(input_part(test, &path, &value));
            }
        }
        level = next;
        level.truncate(MAX_DETAILS);
    }
    details.retain(|detail| detail.len() <= MAX_DETAIL_LENGTH);
    details.truncate(MAX_DETAILS);
    details
}

/// The types of the parameters, which tell overloaded methods apart.
fn signature_part(key: &MethodKey) -> String {
    let (parameters, _) = parse_method(&key.descriptor).unwrap_or_default();
    let types: String = parameters.iter().map(type_part).collect();
    format!("of{}", if types.is_empty() { "Nothing" } else { &types }).chars().take(MAX_DETAIL_LENGTH).collect()
}

fn type_part(ty: &JavaType) -> String {
    match ty {
        JavaType::Primitive(letter) => capitalized(keyword(*letter)),
        JavaType::Class(name) => capitalized(&identifier_part(simple_name(name))),
        JavaType::Array(element) => format!("{}s", type_part(element)),
    }
}

/// The fields or elements of an object, each with its part of a name.
fn parts_of(test: &TestCase, id: ObjectId) -> Box<dyn Iterator<Item = (String, Value)> + '_> {
    match test.heap.get(&id).map(|object| &object.object) {
        Some(Object::Instance { fields }) => {
            let named = fields.iter().filter(|(key, _)| !key.name.contains('$'));
            Box::new(named.map(|(key, value)| (capitalized(&identifier_part(&key.name)), value.clone())))
        }
        Some(Object::Array { elements }) => {
            let numbered = elements.iter().take(MAX_DETAILS).enumerate();
            Box::new(numbered.map(|(index, value)| (format!("At{index}Is"), value.clone())))
        }
        _ => Box::new(std::iter::empty()),
    }
}

fn input_part(test: &TestCase, name: &str, value: &Value) -> String {
    format!("{name}{}", described(test, value))
}

/// The value in letters and digits.
fn described(test: &TestCase, value: &Value) -> String {
    match value {
        Value::Null => "Null".into(),
        Value::Boolean(value) => capitalized(&value.to_string()),
        Value::Byte(value) => integer(i64::from(*value), i64::from(i8::MIN), i64::from(i8::MAX)),
        Value::Short(value) => integer(i64::from(*value), i64::from(i16::MIN), i64::from(i16::MAX)),
        Value::Int(value) => integer(i64::from(*value), i64::from(i32::MIN), i64::from(i32::MAX)),
        Value::Long(value) => integer(*value, i64::MIN, i64::MAX),
        Value::Char(unit) => match u8::try_from(*unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() => format!("Char{}", char::from(byte)),
            _ => format!("Char{unit:04x}"),
        },
        // The shortest text that gives the same `float`, not the nearest `double`.
        Value::Float(bits) => real(f32::from_bits(*bits).to_string().parse().unwrap_or(f64::NAN)),
        Value::Double(bits) => real(f64::from_bits(*bits)),
        Value::Ref(object) => object_described(test, *object),
        Value::Unknown => "Any".into(),
    }
}

fn integer(value: i64, min: i64, max: i64) -> String {
    if value == min {
        "MinValue".into()
    } else if value == max {
        "MaxValue".into()
    } else if value < 0 {
        format!("Negative{}", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

fn real(value: f64) -> String {
    let sign = if value.is_sign_negative() && !value.is_nan() { "Negative" } else { "" };
    let size = value.abs();
    if size.is_nan() {
        "NaN".into()
    } else if size.is_infinite() {
        format!("{sign}Infinity")
    } else if size.fract() == 0.0 && size < 1e15 {
        format!("{sign}{size}")
    } else {
        format!("{sign}{}", format!("{size:?}").replace('.', "p").replace('-', "m"))
    }
}

fn object_described(test: &TestCase, id: ObjectId) -> String {
    let Some(described_object) = test.heap.get(&id).or_else(|| test.heap_after.get(&id)) else { return String::new() };
    match &described_object.object {
        Object::Instance { .. } => capitalized(&identifier_part(simple_name(&described_object.class))),
        Object::Array { elements } if elements.is_empty() => "Empty".into(),
        Object::Array { elements } => format!("Length{}", elements.len()),
        Object::String(units) if units.is_empty() => "Empty".into(),
        Object::String(units) => {
            let text = String::from_utf16_lossy(units);
            let plain = text.chars().all(|c| c.is_ascii_alphanumeric());
            if plain && units.len() <= MAX_SPELLED_STRING {
                capitalized(&text)
            } else {
                format!("Length{}", units.len())
            }
        }
        Object::EnumConstant(constant) => capitalized(&identifier_part(constant)),
        Object::Class(name) => format!("Class{}", capitalized(&identifier_part(simple_name(name)))),
        Object::Boxed(value) => described(test, value),
        Object::OfStatic(field) => capitalized(&identifier_part(&field.name)),
        Object::Made(made) => {
            let class = capitalized(&identifier_part(simple_name(&described_object.class)));
            if made.then.is_empty() { class } else { format!("{class}Of{}", made.then.len()) }
        }
    }
}

fn outcome_part(test: &TestCase) -> String {
    match &test.outcome {
        Outcome::Returns(None) => "returns".into(),
        Outcome::Returns(Some(value)) => format!("returns{}", returned(test, value)),
        Outcome::Throws { class } => {
            let name = simple_name(class);
            let name = name.strip_suffix("Exception").filter(|rest| !rest.is_empty()).unwrap_or(name);
            format!("throws{}", capitalized(&identifier_part(name)))
        }
        Outcome::NotPredicted | Outcome::Open => "runs".into(),
    }
}

fn returned(test: &TestCase, value: &Value) -> String {
    match value {
        Value::Unknown => String::new(),
        Value::Ref(_) if Some(value) == test.receiver.as_ref() => "This".into(),
        Value::Ref(_) => match test.arguments.iter().find(|argument| argument.value == *value) {
            Some(argument) => capitalized(&identifier_part(&argument.name)),
            None => described(test, value).chars().take(MAX_INPUT_LENGTH).collect(),
        },
        _ => described(test, value),
    }
}

/// The path condition of a test on one line that can stand in a comment; `None` where there is none. What it says of objects that
/// calls make is left out: the calls are in the test.
pub(crate) fn comment(test: &TestCase) -> Option<String> {
    let is_made = |value: &Value| match value {
        Value::Ref(id) => matches!(test.heap.get(id).map(|object| &object.object), Some(Object::Made(_))),
        _ => false,
    };
    let receiver = test.receiver.as_ref().filter(|value| is_made(value)).map(|_| "this");
    let arguments = test.arguments.iter().filter(|argument| is_made(&argument.value));
    let made: Vec<&str> = receiver.into_iter().chain(arguments.map(|argument| argument.name.as_str())).collect();
    constraint_comment(&test.constraint, &made)
}

/// The condition without what says nothing, and nothing of the objects of these names.
fn constraint_comment(constraint: &str, made: &[&str]) -> Option<String> {
    let line = plain_null_tests(constraint);
    let all = conjuncts(&line);
    let says = |part: &&str| {
        // A receiver is never null, and a length never negative.
        let is_plain = *part == "this != null" || part.ends_with(".length() >= 0") || part.ends_with(".length >= 0");
        !is_plain && !made.iter().any(|name| speaks_of(part, name))
    };
    let is_implied = |part: &&str| {
        let subject = part.strip_suffix(" != null");
        subject.is_some_and(|subject| all.iter().any(|other| other.contains(&format!("{subject}."))))
    };
    let said: Vec<&str> = all.iter().copied().filter(says).filter(|part| !is_implied(part)).collect();
    let line = said.join(" && ");
    if line.is_empty() || line == "true" {
        return None;
    }
    let shown: String = if line.chars().count() > MAX_CONSTRAINT_LENGTH {
        line.chars().take(MAX_CONSTRAINT_LENGTH - 2).chain(" …".chars()).collect()
    } else {
        line.to_owned()
    };
    // A backslash before a `u` would be read as a Unicode escape even in a comment.
    Some(shown.replace('…', "...").replace('\\', "\\\\"))
}

/// The conditions that hold together, as the text has them.
fn conjuncts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut quote) = (Vec::new(), 0usize, 0, None);
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(open), close) if open == close => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, '|') if depth == 0 => return vec![text],
            (None, '&') if depth == 0 && text[at..].starts_with("&& ") => {
                parts.push(text[start..at].trim_end());
                start = at + "&& ".len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Whether a condition has the name of an object in it, or of something that it holds.
fn speaks_of(part: &str, name: &str) -> bool {
    let is_part_of_name = |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    part.match_indices(name).any(|(at, _)| {
        let before = part[..at].chars().next_back();
        let after = part[at + name.len()..].chars().next();
        !before.is_some_and(is_part_of_name) && !after.is_some_and(|next| next.is_alphanumeric() || next == '_')
    })
}

/// The condition on one line, with `!a != null` as `a == null`: what is negated is the whole `a != null`.
fn plain_null_tests(constraint: &str) -> String {
    let mut words: Vec<String> = constraint.split_whitespace().map(str::to_owned).collect();
    for position in 2..words.len() {
        let is_null_test = words[position - 1] == "!=" && words[position].trim_end_matches(')') == "null";
        let negated =
            words[position - 2].find('!').filter(|place| words[position - 2][..*place].chars().all(|c| c == '('));
        if let (true, Some(place)) = (is_null_test, negated) {
            words[position - 2].remove(place);
            words[position - 1] = "==".to_owned();
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_show_conditions_as_people_write_them() {
        let shown = |text| constraint_comment(text, &["made"]).unwrap_or_default();
        assert_eq!(
            shown("made.size == 2 && x > 0 && s != null && s.length() >= 0 && s.length() == 3"),
            "x > 0 && s.length() == 3"
        );
        assert_eq!(shown("x > 0 || made.size == 2"), "");
        assert_eq!(shown("f(made) && \"a && made\".equals(s) && unmade > 0"), "unmade > 0");
        assert_eq!(shown("this != null && !a != null"), "a == null");
        assert_eq!(shown("(!a != null || !b) && x > 0"), "(a == null || !b) && x > 0");
        assert_eq!(shown("this != null"), "");
        assert_eq!(shown("this.next != null"), "this.next != null");
        assert_eq!(shown("c == '\\u0041'"), "c == '\\\\u0041'");
    }
}
