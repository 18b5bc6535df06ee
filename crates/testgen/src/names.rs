//! Names: of local variables, and of test methods that say the condition and the outcome.

mod details;
mod values;

use self::details::{MAX_DETAIL_LENGTH, details, spelled_unit};
use self::values::{held_by_optional, returned_contents, size_put_in, value_of, words};
use crate::classes::after_package;
use crate::conditions::speaks_of;
use crate::java::{JavaType, capitalized, decapitalized, identifier_part, keyword, parse_method};
use clew_base::OrderedMap;
use clew_facts::{Call, FieldKey, Made, Maker, MethodKey, Object, ObjectId, Outcome, TestCase, Value, usual_text};

/// How many characters the part of a test's name about one input may have.
const MAX_INPUT_LENGTH: usize = 24;
/// How many inputs a test's name mentions.
const MAX_INPUTS: usize = 4;
/// How many fields of the receiver a test's name mentions.
const MAX_RECEIVER_FIELDS: usize = 2;
/// Strings up to this length are spelled out in the name of a test.
const MAX_SPELLED_STRING: usize = 12;
/// A test's name has at most this many characters.
const MAX_NAME_LENGTH: usize = 100;

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

/// The name of the parameter for which a call is passed the argument at a position, where it is known.
pub(crate) type ParameterNames<'a> = dyn Fn(&Call, usize) -> Option<String> + 'a;

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
    pub(crate) fn of(key: &MethodKey, test: &TestCase, parameters: &ParameterNames<'_>) -> TestName {
        let mut inputs = receiver_parts(test);
        inputs.extend(argument_parts(test));
        inputs.truncate(MAX_INPUTS);
        let outcome = match &test.outcome {
            Outcome::Returns(_) if key.method == "<init>" => "isMade".to_owned(),
            _ => outcome_part(key, test),
        };
        let mut details = details(test, parameters);
        details.push(signature_part(key));
        TestName { subject: subject(key), inputs, outcome, details }
    }

    /// The name, a valid identifier that always has an underscore in it; unique only by accident. The details come in place of
    /// inputs where there is no room for all.
    pub(crate) fn text(&self, details: &[&str]) -> String {
        // A detail stands in the place of an input that it says with more words.
        let in_full = |input: &String| details.iter().position(|detail| detail.starts_with(input.as_str()));
        let is_behind = |at: &usize| !self.inputs.iter().any(|input| in_full(input) == Some(*at));
        let last: Vec<&str> = (0..details.len()).filter(is_behind).map(|at| details[at]).collect();
        let inputs: Vec<&str> =
            self.inputs.iter().map(|input| in_full(input).map_or(input.as_str(), |at| details[at])).collect();
        let mut shown = inputs.len();
        loop {
            let inputs = inputs[..shown].iter().chain(&last).copied();
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

/// The greatest number of answers of an object that its part of the name tells.
const MAX_ANSWERS: usize = 3;

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
        Some(Object::Instance { fields }) => field_parts(test, fields, Unmentioned::Said),
        Some(Object::EnumConstant(constant)) => vec![format!("this{}", capitalized(&identifier_part(constant)))],
        Some(Object::Made(made)) if made.by == Maker::Other => builder_parts(test, made),
        Some(Object::Made(made)) if !made.then.is_empty() => vec![format!("after{}", calls_part(&made.then))],
        Some(Object::Made(made)) => field_parts(test, &made.fields, Unmentioned::LeftOut),
        _ => Vec::new(),
    }
}

/// What the builder of a receiver is told by calls that take one value.
fn builder_parts(test: &TestCase, made: &Made) -> Vec<String> {
    let Some(Value::Ref(builder)) = made.first.arguments.first() else { return Vec::new() };
    let Some(Object::Made(builder)) = test.heap.get(builder).map(|object| &object.object) else { return Vec::new() };
    let told = builder.then.iter().filter_map(|call| match &call.arguments[..] {
        [value] if !is_its_own_name(test, &call.method.method, value) => {
            Some(input_part(test, &decapitalized(&identifier_part(&call.method.method)), value))
        }
        _ => None,
    });
    told.filter(|part| part.len() <= MAX_INPUT_LENGTH).take(MAX_RECEIVER_FIELDS).collect()
}

/// What becomes of the fields of a receiver where the condition speaks of none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unmentioned {
    /// They are in the name: nothing else says what is special about the object.
    Said,
    /// They are not: the calls that make the object are in the test.
    LeftOut,
}

/// What the receiver holds in the fields that the condition speaks of.
fn field_parts(test: &TestCase, fields: &OrderedMap<FieldKey, Value>, unmentioned: Unmentioned) -> Vec<String> {
    let named: Vec<(&FieldKey, &Value)> = fields.iter().filter(|(key, _)| !key.name.contains('$')).collect();
    let is_meant = |key: &FieldKey| speaks_of(&test.constraint, &format!("this.{}", key.name));
    let has_meant = named.iter().any(|(key, _)| is_meant(key));
    named
        .into_iter()
        .filter(|(key, _)| is_meant(key) || (!has_meant && unmentioned == Unmentioned::Said))
        .map(|(key, value)| input_part(test, &format!("this{}", capitalized(&identifier_part(&key.name))), value))
        .filter(|part| part.len() <= MAX_INPUT_LENGTH)
        .take(MAX_RECEIVER_FIELDS)
        .collect()
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
        } else if is_its_own_name(test, &argument.name, &argument.value) {
            // Which text it is is of no account.
            continue;
        } else if is_its_type(test, &argument.descriptor, &argument.value) {
            // That an object of its type is passed goes without saying.
            continue;
        } else {
            input_part(test, &name, &argument.value)
        };
        if part.len() <= MAX_INPUT_LENGTH && argument.value != Value::Unknown {
            parts.push(part);
        }
    }
    parts
}

/// Whether a value is a text that says no more than the name of its parameter.
fn is_its_own_name(test: &TestCase, name: &str, value: &Value) -> bool {
    let is_named = |units: &[u16], text: &str| units.iter().copied().eq(text.encode_utf16());
    text_of(test, value)
        .is_some_and(|units| is_named(units, name) || usual_text(name).is_some_and(|usual| is_named(units, usual)))
}

/// Whether nothing is known of an object but that it is of the type that its parameter has.
fn is_its_type(test: &TestCase, descriptor: &str, value: &Value) -> bool {
    match (value, JavaType::parse(descriptor)) {
        (Value::Ref(id), Some(JavaType::Class(name))) => {
            object_described(test, *id) == capitalized(&identifier_part(simple_name(&name)))
        }
        _ => false,
    }
}

/// The characters of a string of the input.
fn text_of<'t>(test: &'t TestCase, value: &Value) -> Option<&'t [u16]> {
    let Value::Ref(id) = value else { return None };
    match &test.heap.get(id)?.object {
        Object::String(units) => Some(units),
        _ => None,
    }
}

/// Whether the name of a test spells a value that is a string.
pub(crate) fn is_spelled(test: &TestCase, value: &Value) -> bool {
    text_of(test, value).is_some_and(is_spelled_out)
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

pub(crate) fn input_part(test: &TestCase, name: &str, value: &Value) -> String {
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
            _ => spelled_unit(*unit).map_or_else(|| format!("Char{unit:04x}"), str::to_owned),
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
    } else {
        signed(value)
    }
}

fn signed(value: i64) -> String {
    if value < 0 { format!("Negative{}", value.unsigned_abs()) } else { value.to_string() }
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

/// How the calls of an object end that are inputs, the first of them: `Gives4And8`.
fn answers_part(test: &TestCase, id: ObjectId) -> String {
    let calls = test.calls.iter().filter(|call| call.receiver == Some(Value::Ref(id)));
    let mut given = Vec::new();
    for call in calls.take(MAX_ANSWERS) {
        match (&call.thrown, &call.returned) {
            (Some(thrown), _) if given.is_empty() => {
                return format!("Throws{}", identifier_part(simple_name(&thrown.method.class)));
            }
            // What an object that is given is asked in turn would be too much, and may lead back here.
            (None, Some(Value::Ref(other))) if class_of_instance(test, *other).is_some() => {
                given.extend(class_of_instance(test, *other));
            }
            (None, Some(value)) => given.push(described(test, value)),
            _ => {}
        }
    }
    given.dedup();
    if given.is_empty() { String::new() } else { format!("Gives{}", given.join("And")) }
}

/// The class of an object that has fields, as a part of a name.
fn class_of_instance(test: &TestCase, id: ObjectId) -> Option<String> {
    let object = test.heap.get(&id).or_else(|| test.heap_after.get(&id))?;
    let is_instance = matches!(object.object, Object::Instance { .. });
    is_instance.then(|| capitalized(&identifier_part(simple_name(&object.class))))
}

fn object_described(test: &TestCase, id: ObjectId) -> String {
    let Some(described_object) = test.heap.get(&id).or_else(|| test.heap_after.get(&id)) else { return String::new() };
    match &described_object.object {
        Object::Instance { .. } => match answers_part(test, id) {
            answers if answers.is_empty() => class_of_instance(test, id).unwrap_or_default(),
            answers => answers,
        },
        Object::Array { elements } if elements.is_empty() => "Empty".into(),
        Object::Array { elements } => format!("Length{}", elements.len()),
        Object::String(units) if units.is_empty() => "Empty".into(),
        Object::String(units) => spelled(units).unwrap_or_else(|| format!("Length{}", units.len())),
        Object::EnumConstant(constant) => capitalized(&identifier_part(constant)),
        Object::Class(name) => format!("Class{}", capitalized(&identifier_part(simple_name(name)))),
        Object::Boxed(value) => described(test, value),
        Object::OfStatic(field) => capitalized(&identifier_part(&field.name)),
        Object::Made(made) => value_of(test, made).or_else(|| size_put_in(test, made)).unwrap_or_else(|| {
            let class = capitalized(&identifier_part(simple_name(&described_object.class)));
            if made.then.is_empty() { class } else { format!("{class}Of{}", made.then.len()) }
        }),
    }
}

/// Whether the name of a test spells a string, rather than to tell its length.
fn is_spelled_out(units: &[u16]) -> bool {
    let is_plain = |unit: &u16| u8::try_from(*unit).is_ok_and(|byte| byte.is_ascii_alphanumeric());
    units.len() <= MAX_SPELLED_STRING && units.iter().all(is_plain)
}

/// The letters and digits of a short string of ASCII, if it has no less of these than of other characters: `2p50EUR` of `2.50 EUR`.
fn spelled(units: &[u16]) -> Option<String> {
    let text: Vec<char> =
        units.iter().map(|unit| u8::try_from(*unit).map(char::from)).collect::<Result<_, _>>().ok()?;
    let told = text.iter().filter(|character| character.is_ascii_alphanumeric()).count();
    let is_plain = text.iter().all(|character| matches!(character, ' '..='~'));
    if text.len() > MAX_SPELLED_STRING || !is_plain || 2 * told < text.len() {
        return None;
    }
    let mut name = String::new();
    let mut begins = true;
    for (at, character) in text.iter().enumerate() {
        let is_digit = |at: Option<usize>| at.and_then(|at| text.get(at)).is_some_and(char::is_ascii_digit);
        match character {
            '.' if is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)) => name.push('p'),
            '-' if begins && is_digit(Some(at + 1)) => name.push_str("Negative"),
            letter if letter.is_ascii_alphanumeric() => {
                name.push(if begins { letter.to_ascii_uppercase() } else { *letter });
                begins = false;
            }
            _ => begins = true,
        }
    }
    Some(name)
}

fn outcome_part(key: &MethodKey, test: &TestCase) -> String {
    match &test.outcome {
        Outcome::Returns(None) => "returns".into(),
        Outcome::Returns(Some(value)) => format!("returns{}", returned(key, test, value)),
        Outcome::Throws { class } => {
            let name = simple_name(class);
            let name = name.strip_suffix("Exception").filter(|rest| !rest.is_empty()).unwrap_or(name);
            format!("throws{}", capitalized(&identifier_part(name)))
        }
        Outcome::NotPredicted | Outcome::Open => "runs".into(),
    }
}

fn returned(key: &MethodKey, test: &TestCase, value: &Value) -> String {
    match value {
        Value::Unknown => String::new(),
        Value::Ref(_) if Some(value) == test.receiver.as_ref() => "This".into(),
        Value::Ref(_) => match test.arguments.iter().find(|argument| argument.value == *value) {
            Some(argument) => capitalized(&identifier_part(&argument.name)),
            None => result_described(test, value)
                .or_else(|| declared_in_place(key, test, value))
                .unwrap_or_else(|| described(test, value).chars().take(MAX_INPUT_LENGTH).collect()),
        },
        _ => described(test, value),
    }
}

/// A text, an optional value or a collection that a method returns.
fn result_described(test: &TestCase, value: &Value) -> Option<String> {
    let Value::Ref(id) = value else { return None };
    match held_by_optional(test.heap_after.get(id).or_else(|| test.heap.get(id))?) {
        Some(None) => Some("Empty".to_owned()),
        Some(Some(held)) => contents_described(test, held).or_else(|| Some(described(test, held))),
        None => contents_described(test, value),
    }
}

/// A text or a collection that a method returns.
fn contents_described(test: &TestCase, value: &Value) -> Option<String> {
    let Value::Ref(id) = value else { return None };
    match &test.heap_after.get(id).or_else(|| test.heap.get(id))?.object {
        Object::String(units) => Some(spelled(units).unwrap_or_else(|| words(units))),
        _ => returned_contents(test, *id),
    }
}

/// The class that a method declares to return, where what it returns is of a class that the JDK keeps to itself.
fn declared_in_place(key: &MethodKey, test: &TestCase, value: &Value) -> Option<String> {
    let Value::Ref(id) = value else { return None };
    let class = &test.heap_after.get(id)?.class;
    let is_inner = class.starts_with("java.") && class.contains('$');
    let (_, declared) = parse_method(&key.descriptor).filter(|_| is_inner)?;
    match declared? {
        JavaType::Class(name) => Some(capitalized(&identifier_part(simple_name(&name)))),
        JavaType::Primitive(_) | JavaType::Array(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn texts_are_spelled_by_their_letters_and_digits() {
        let name = |text: &str| spelled(&text.encode_utf16().collect::<Vec<u16>>());
        let named = |text: &str| name(text).unwrap_or_else(|| panic!("{text} has no name"));
        assert_eq!(
            ["abc", "2.50 EUR", "-1", "hello-world", "a.b"].map(named),
            ["Abc", "2p50EUR", "Negative1", "HelloWorld", "AB"]
        );
        assert_eq!(["a--", "a\nb", "\u{e9}t\u{e9}", "more than twelve"].map(name), [const { None }; 4]);
    }
}
