//! What else is known about the inputs of a test, for names that would be the same without.

use super::values::value_of;
use super::{ParameterNames, described, input_part, simple_name};
use crate::conditions::conditions;
use crate::java::{capitalized, decapitalized, identifier_part};
use clew_facts::{Call, Object, ObjectId, TestCase, ThreadStatus, Value};
use std::collections::BTreeMap;

/// How many characters such a part of a name may have.
pub(super) const MAX_DETAIL_LENGTH: usize = 40;
/// How many steps from the receiver or an argument it may be away.
const MAX_DETAIL_DEPTH: usize = 4;
/// How many there are at most.
const MAX_DETAILS: usize = 64;
/// How many characters are spelled out.
const MAX_SPELLED: usize = 6;

/// What is known about the inputs, the values nearest to the call first.
pub(super) fn details(test: &TestCase, parameters: &ParameterNames<'_>) -> Vec<String> {
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
                details.extend(spelled(test, id).map(|text| format!("{path}{text}")));
                details.extend(calls_of(test, &path, id));
                next.extend(parts_of(test, parameters, id).map(|(part, value)| (format!("{path}{part}"), value)));
            }
            if value != Value::Unknown && path != "this" {
                details.push(input_part(test, &path, &value));
            }
        }
        level = next;
        level.truncate(MAX_DETAILS);
    }
    details.extend(conditions(test));
    details.extend(around(test));
    details.retain(|detail| detail.len() <= MAX_DETAIL_LENGTH);
    details.truncate(MAX_DETAILS);
    details
}

/// The fields or elements of an object, each with its part of a name.
fn parts_of<'t>(
    test: &'t TestCase,
    parameters: &'t ParameterNames<'t>,
    id: ObjectId,
) -> Box<dyn Iterator<Item = (String, Value)> + 't> {
    match test.heap.get(&id).map(|object| &object.object) {
        Some(Object::Instance { fields }) => {
            let named = fields.iter().filter(|(key, _)| !key.name.contains('$'));
            Box::new(named.map(|(key, value)| (capitalized(&identifier_part(&key.name)), value.clone())))
        }
        Some(Object::Array { elements }) => {
            let numbered = elements.iter().take(MAX_DETAILS).enumerate();
            Box::new(numbered.map(|(index, value)| (format!("At{index}Is"), value.clone())))
        }
        Some(Object::String(units)) => {
            let numbered = units.iter().take(MAX_DETAILS).enumerate();
            Box::new(numbered.map(|(index, unit)| (format!("At{index}Is"), Value::Char(*unit))))
        }
        Some(Object::Made(made)) if value_of(test, made).is_none() => {
            let fields = made.fields.iter().filter(|(key, _)| !key.name.contains('$'));
            let fields = fields.map(|(key, value)| (capitalized(&identifier_part(&key.name)), value.clone()));
            let passed =
                made.calls().flat_map(|call| call.arguments.iter().enumerate().map(move |(at, it)| (call, at, it)));
            let passed = passed.take(MAX_DETAILS).enumerate().map(|(index, (call, at, value))| {
                let name = parameters(call, at).map(|name| capitalized(&identifier_part(&name)));
                (name.unwrap_or_else(|| format!("Given{index}")), value.clone())
            });
            Box::new(fields.chain(passed))
        }
        _ => Box::new(std::iter::empty()),
    }
}

/// The short text or characters that an object is, letter by letter.
fn spelled(test: &TestCase, id: ObjectId) -> Option<String> {
    let units: Vec<u16> = match test.heap.get(&id).map(|object| &object.object) {
        Some(Object::String(units)) => units.clone(),
        Some(Object::Array { elements }) => elements
            .iter()
            .map(|element| match element {
                Value::Char(unit) => Some(*unit),
                _ => None,
            })
            .collect::<Option<_>>()?,
        _ => return None,
    };
    if units.is_empty() || units.len() > MAX_SPELLED {
        return None;
    }
    let word = |unit: &u16| match u8::try_from(*unit) {
        Ok(byte) if byte.is_ascii_alphanumeric() => Some(char::from(byte).to_string()),
        _ => spelled_unit(*unit).map(str::to_owned),
    };
    units.iter().map(word).collect()
}

/// The calls that make an object, each with what it is given.
fn calls_of(test: &TestCase, path: &str, id: ObjectId) -> Vec<String> {
    let Some(Object::Made(made)) = test.heap.get(&id).map(|object| &object.object) else { return Vec::new() };
    if value_of(test, made).is_some() {
        return Vec::new();
    }
    let first = &made.first.arguments;
    let first = (!first.is_empty()).then(|| format!("{path}Of{}", given(test, first)));
    first.into_iter().chain(made.then.iter().map(|call| after(test, call))).collect()
}

/// That a call came before.
fn after(test: &TestCase, call: &Call) -> String {
    format!("after{}{}", capitalized(&identifier_part(&call.method.method)), given(test, &call.arguments))
}

/// What is passed to a call.
fn given(test: &TestCase, arguments: &[Value]) -> String {
    let part = |value: &Value| match value {
        Value::Ref(id) => spelled(test, *id).unwrap_or_else(|| described(test, value)),
        other => described(test, other),
    };
    arguments.iter().map(part).collect::<Vec<_>>().join("And")
}

/// What is known about inputs that are neither the receiver nor arguments.
fn around(test: &TestCase) -> Vec<String> {
    let statics =
        test.statics.iter().map(|of| input_part(test, &decapitalized(&identifier_part(&of.field.name)), &of.value));
    let calls = test.calls.iter().filter_map(|call| {
        let name = decapitalized(&identifier_part(&call.method.method));
        match &call.thrown {
            Some(thrown) => Some(format!("{name}Throws{}", identifier_part(simple_name(&thrown.method.class)))),
            None => call.returned.as_ref().map(|value| input_part(test, &format!("{name}Gives"), value)),
        }
    });
    let thread = match test.thread {
        ThreadStatus::Usual => None,
        ThreadStatus::Interrupted => Some("interrupted".to_owned()),
    };
    let first = test
        .initialized_first
        .iter()
        .map(|class| format!("behind{}", capitalized(&identifier_part(simple_name(class)))));
    let earlier = test.earlier.iter().map(|earlier| after(test, &earlier.call));
    earlier.chain(statics).chain(calls).chain(thread).chain(first).collect()
}

/// A word for a character that is no letter or digit.
pub(super) fn spelled_unit(unit: u16) -> Option<&'static str> {
    Some(match char::from_u32(u32::from(unit))? {
        '\0' => "Nul",
        '\t' => "Tab",
        '\n' => "Newline",
        '\r' => "Return",
        ' ' => "Space",
        '!' => "Bang",
        '"' => "Quote",
        '#' => "Hash",
        '$' => "Dollar",
        '%' => "Percent",
        '&' => "Ampersand",
        '\'' => "Apostrophe",
        '(' => "Open",
        ')' => "Close",
        '*' => "Star",
        '+' => "Plus",
        ',' => "Comma",
        '-' => "Dash",
        '.' => "Dot",
        '/' => "Slash",
        ':' => "Colon",
        ';' => "Semicolon",
        '<' => "Less",
        '=' => "Equals",
        '>' => "Greater",
        '?' => "Question",
        '@' => "At",
        '[' => "OpenBracket",
        '\\' => "Backslash",
        ']' => "CloseBracket",
        '^' => "Caret",
        '_' => "Underscore",
        '`' => "Backtick",
        '{' => "OpenBrace",
        '|' => "Bar",
        '}' => "CloseBrace",
        '~' => "Tilde",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::TestName;
    use clew_facts::{Argument, HeapObject, MethodKey};

    fn case(text: &str) -> TestCase {
        let string =
            HeapObject { class: "java.lang.String".into(), object: Object::String(text.encode_utf16().collect()) };
        let argument =
            Argument { name: "s".into(), descriptor: "Ljava/lang/String;".into(), value: Value::Ref(ObjectId(1)) };
        TestCase::of_input(None, vec![argument], [(ObjectId(1), string)].into_iter().collect())
    }

    #[test]
    fn texts_are_told_apart_by_their_characters() {
        assert_eq!(details(&case("-1"), &|_, _| None)[..4], ["sDash1", "sNegative1", "sAt0IsDash", "sAt1IsChar1"]);
        assert_eq!(spelled(&case("a longer one"), ObjectId(1)), None);
        let key = MethodKey { class: "A".into(), method: "m".into(), descriptor: "(Ljava/lang/String;)V".into() };
        let name = TestName::of(&key, &case("- "), &|_, _| None);
        assert_eq!(name.text(&["sDashSpace"]), "m_sLength2_sDashSpace_runs");
    }
}
