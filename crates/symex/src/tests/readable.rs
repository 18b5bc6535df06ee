//! Texts that people read in the input of a test.
//!
//! A path often leaves open which text it is given. The model then has `null` or the empty string, which are where code goes wrong and
//! not what a test is about. Such a text is named after its parameter where a concrete run shows that the test reaches the same.

use super::shorten::drop_unused;
use super::untyped::Untyped;
use crate::machine::Machine;
use crate::plain_calls::text_for;
use crate::rerun::{self, Aims, Ran};
use clew_facts::{Call, HeapObject, Made, Maker, Object, ObjectId, Outcome, TestCase, Value, conjuncts};
use clew_jvm::{Provenance, World, parse_method_descriptor};

const STRING: &str = "Ljava/lang/String;";

const OBJECT: &str = "Ljava/lang/Object;";

/// What elements and keys are called, and what the values under keys.
const LETTERS: [&str; 2] = ["bacd", "xywz"];

/// The text where the parameter has no name.
const UNNAMED: &str = "a";

/// What the text of an exception is.
const MESSAGE: &str = "message";

/// A text that is passed, and the name of the parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passed {
    pub place: Place,
    pub name: String,
}

/// Where a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The argument of the method under test at this position.
    Argument(usize),
    /// In the call with this number of those that make an object, the argument at this position.
    Making { object: ObjectId, call: usize, at: usize },
    /// In the earlier call with this number, the argument at this position.
    Earlier { call: usize, at: usize },
    /// Of the constructor that makes what the answer with this number throws, the argument at this position.
    Thrown { answer: usize, at: usize },
}

impl Place {
    /// The value there.
    pub(super) fn value_in(self, test: &mut TestCase) -> Option<&mut Value> {
        match self {
            Place::Argument(at) => Some(&mut test.arguments.get_mut(at)?.value),
            Place::Making { object, call, at } => {
                let Object::Made(made) = &mut test.heap.get_mut(&object)?.object else { return None };
                let call = if call == 0 { &mut made.first } else { made.then.get_mut(call - 1)? };
                call.arguments.get_mut(at)
            }
            Place::Earlier { call, at } => test.earlier.get_mut(call)?.call.arguments.get_mut(at),
            Place::Thrown { answer, at } => test.calls.get_mut(answer)?.thrown.as_mut()?.arguments.get_mut(at),
        }
    }

    /// Whether the scale of a decimal number is passed there.
    pub(super) fn is_scale_in(self, test: &TestCase) -> bool {
        self.call_in(test).is_some_and(|(call, at)| is_scale(call, at))
    }

    /// Whether the nanoseconds of a moment or a duration are passed there.
    pub(super) fn is_of_nanos_in(self, test: &TestCase) -> bool {
        self.call_in(test).is_some_and(|(call, at)| is_of_nanos(call, at))
    }

    /// Whether people pass zero there unless they mean something else.
    pub(super) fn is_mostly_zero_in(self, test: &TestCase) -> bool {
        self.call_in(test).is_some_and(|(call, at)| is_mostly_zero(call, at))
    }

    /// The call that makes an object to which it is passed, and the position among the arguments.
    pub(super) fn call_in(self, test: &TestCase) -> Option<(&Call, usize)> {
        let Place::Making { object, call, at } = self else { return None };
        let Object::Made(made) = &test.heap.get(&object)?.object else { return None };
        Some((call_of(made, call)?, at))
    }
}

/// The call with this number of those that make an object.
pub(super) fn call_of(made: &Made, number: usize) -> Option<&Call> {
    if number == 0 { Some(&made.first) } else { made.then.get(number - 1) }
}

/// At which position of the arguments of a call that makes an object its parameters begin: first comes the object on which the call makes
/// another.
pub(super) fn first_parameter(made: &Made, number: usize) -> usize {
    usize::from(number == 0 && made.by == Maker::Other)
}

/// Where such values are passed to the method, to the calls that make its input, or to earlier ones.
pub(super) fn places_of(test: &TestCase, is_meant: impl Fn(&Value) -> bool) -> Vec<Place> {
    let arguments = test.arguments.iter().enumerate();
    let mut found: Vec<Place> =
        arguments.filter(|(_, argument)| is_meant(&argument.value)).map(|(at, _)| Place::Argument(at)).collect();
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        for (call, of_call) in std::iter::once(&made.first).chain(&made.then).enumerate() {
            let meant = of_call.arguments.iter().enumerate().filter(|(_, value)| is_meant(value));
            found.extend(meant.map(|(at, _)| Place::Making { object: *object, call, at }));
        }
    }
    for (call, earlier) in test.earlier.iter().enumerate() {
        let meant = earlier.call.arguments.iter().enumerate().filter(|(_, value)| is_meant(value));
        found.extend(meant.map(|(at, _)| Place::Earlier { call, at }));
    }
    found
}

/// The declared type of what is passed in a place, and the name of the parameter, which is empty unless the place is an argument.
pub(super) fn parameter_of(test: &TestCase, place: Place) -> Option<(String, String)> {
    match place {
        Place::Argument(at) => test.arguments.get(at).map(|it| (it.descriptor.clone(), it.name.clone())),
        Place::Making { object, call, at } => {
            let Object::Made(made) = &test.heap.get(&object)?.object else { return None };
            let (types, _) = parse_method_descriptor(&call_of(made, call)?.method.descriptor)?;
            let ty = types.get(at.checked_sub(first_parameter(made, call))?)?;
            Some((ty.to_string(), String::new()))
        }
        Place::Earlier { call, at } => {
            let (types, _) = parse_method_descriptor(&test.earlier.get(call)?.call.method.descriptor)?;
            Some((types.get(at)?.to_string(), String::new()))
        }
        Place::Thrown { .. } => None,
    }
}

/// Whether people pass zero for the argument at a position of a call unless they mean something else.
pub(super) fn is_mostly_zero(call: &Call, at: usize) -> bool {
    is_scale(call, at) || is_of_nanos(call, at)
}

/// Whether the argument at a position of a call is the scale of a decimal number.
fn is_scale(Call { method, .. }: &Call, at: usize) -> bool {
    at == 1 && method.class == "java.math.BigDecimal" && method.descriptor.starts_with("(JI)")
}

/// Whether the argument at a position of a call is the nanoseconds of a moment or a duration.
fn is_of_nanos(Call { method, .. }: &Call, at: usize) -> bool {
    let method = (method.class.as_str(), method.method.as_str());
    at == 1 && matches!(method, ("java.time.Instant", "ofEpochSecond") | ("java.time.Duration", "ofSeconds"))
}

/// Has a call follow those that make an object. Nothing changes where no calls make it.
pub(super) fn add_call(test: &mut TestCase, object: ObjectId, call: Call) {
    if let Some(Object::Made(made)) = test.heap.get_mut(&object).map(|object| &mut object.object) {
        made.then.push(call);
    }
}

/// Adds an object to the input of a test. Returns its id.
pub(super) fn add_object(test: &mut TestCase, object: HeapObject) -> ObjectId {
    let id = ObjectId(test.heap.keys().map(|id| id.0 + 1).max().unwrap_or(0));
    test.heap.insert(id, object);
    id
}

/// Adds an object to the input of a test, unless that is a text, a constant or the object of a static field which the input has. Returns
/// its id.
pub(super) fn add_plain(test: &mut TestCase, object: HeapObject) -> ObjectId {
    let is_one = matches!(object.object, Object::String(_) | Object::EnumConstant(_) | Object::OfStatic(_));
    let known = test.heap.iter().find(|(_, known)| is_one && **known == object).map(|(id, _)| *id);
    known.unwrap_or_else(|| add_object(test, object))
}

/// The test with texts instead of `null` and empty strings that it does not need to reach its goals, and what the concrete run of it
/// found. `None` where it needs them, or has none. `end` says how the test itself ends.
pub(super) fn with_readable_texts(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let passed = texts_without_content(machine.world, test);
    let with_elements = [passed.clone(), elements_that_are_null(machine, test)].concat();
    let one_for = |all: &[Passed]| -> Vec<Passed> {
        all.iter().map(|passed| Passed { name: UNNAMED.to_owned(), ..passed.clone() }).collect()
    };
    let one_for_all = one_for(&passed);
    // A key that is looked for.
    let one_for_elements = one_for(&with_elements);
    let not_under_test: Vec<Passed> =
        passed.iter().filter(|passed| !matches!(passed.place, Place::Argument(_))).cloned().collect();
    let choices = [with_elements, passed, one_for_all, one_for_elements, not_under_test];
    for (at, texts) in choices.iter().enumerate() {
        if texts.is_empty() || choices[..at].contains(texts) {
            continue;
        }
        let changed = with_texts(test, texts);
        let Ok(ran) = rerun::run(machine, &changed) else { continue };
        if is_as_good(&ran, aims, end) || returns_what_is_passed(&changed, &ran, aims, end) {
            return Some((changed, ran));
        }
    }
    None
}

/// Whether the answer is `null` only because `null` is passed: a run with something else returns that.
fn returns_what_is_passed(changed: &TestCase, ran: &Ran, aims: &Aims, end: &Outcome) -> bool {
    let is_passed = |value: &Value| matches!(value, Value::Ref(id) if changed.heap.contains_key(id));
    let Outcome::Returns(Some(returned)) = &ran.outcome else { return false };
    *end == Outcome::Returns(Some(Value::Null)) && is_passed(returned) && is_as_good(ran, aims, &ran.outcome)
}

/// The changed test and what its concrete run found, if it reaches the goals and ends like this.
pub(super) fn if_as_good(
    machine: &mut Machine<'_>,
    changed: TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let ran = rerun::run(machine, &changed).ok()?;
    is_as_good(&ran, aims, end).then_some((changed, ran))
}

/// Whether a run reaches the goals and ends like this.
pub(super) fn is_as_good(ran: &Ran, aims: &Aims, end: &Outcome) -> bool {
    ran.gets_to_all(aims) && ran.large.is_none() && ends_alike(end, &ran.outcome)
}

/// As [`if_as_good`], if it reaches no other goals either.
pub(super) fn if_alike(
    machine: &mut Machine<'_>,
    changed: TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    if_as_good(machine, changed, aims, end).filter(|(_, ran)| ran.gets_to_just(aims))
}

/// Whether two executions both return, or both throw an exception of one class. Truth values and `null` are answers for which tests
/// are kept, so these have to be the same.
pub(crate) fn ends_alike(one: &Outcome, other: &Outcome) -> bool {
    let is_answer = |value: &Option<Value>| matches!(value, Some(Value::Boolean(_) | Value::Null));
    match (one, other) {
        (Outcome::Returns(one), Outcome::Returns(other)) => one == other || !is_answer(one) && !is_answer(other),
        (Outcome::Throws { class: one }, Outcome::Throws { class: other }) => one == other,
        _ => false,
    }
}

/// What is passed as a string and is `null` or empty, or as any object and is `null`.
pub(super) fn texts_without_content(world: &World, test: &TestCase) -> Vec<Passed> {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Ref(id) => test.heap.get(id).is_some_and(|object| object.object == Object::String(Vec::new())),
        _ => false,
    };
    let passed = passed_strings(world, test).into_iter().filter(|(_, value)| is_empty(value)).map(|(passed, _)| passed);
    let any = test
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, argument)| argument.descriptor == OBJECT && argument.value == Value::Null);
    let any = any.map(|(at, argument)| Passed { place: Place::Argument(at), name: argument.name.clone() });
    passed.chain(any).collect()
}

/// What is passed as `null` to calls that make an object, and may be any object there.
fn elements_that_are_null(machine: &Machine<'_>, test: &TestCase) -> Vec<Passed> {
    let world = machine.world;
    let untyped = Untyped::of(world, &world.method(machine.target), test);
    let mut found = Vec::new();
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        for (call, of_call) in std::iter::once(&made.first).chain(&made.then).enumerate() {
            let named = names_of(world, made, call, |ty, value| ty == OBJECT && *value == Value::Null);
            let any = named.into_iter().filter(|(at, _)| untyped.takes_any(*object, &state.class, of_call, *at));
            found.extend(any.map(|(at, name)| Passed { place: Place::Making { object: *object, call, at }, name }));
        }
    }
    found
}

/// What is passed for parameters that are strings, and the values.
pub(super) fn passed_strings<'t>(world: &World, test: &'t TestCase) -> Vec<(Passed, &'t Value)> {
    let is_string = |value: &Value| match value {
        Value::Ref(id) => test.heap.get(id).is_some_and(|object| matches!(object.object, Object::String(_))),
        _ => false,
    };
    let mut found = Vec::new();
    for (at, argument) in test.arguments.iter().enumerate() {
        if argument.descriptor == STRING {
            found.push((Passed { place: Place::Argument(at), name: argument.name.clone() }, &argument.value));
        }
    }
    for (object, state) in &test.heap {
        let Object::Made(made) = &state.object else { continue };
        for (call, of_call) in std::iter::once(&made.first).chain(&made.then).enumerate() {
            for (at, name) in names_of(world, made, call, |ty, value| ty == STRING || ty == OBJECT && is_string(value))
            {
                if let Some(value) = of_call.arguments.get(at) {
                    found.push((Passed { place: Place::Making { object: *object, call, at }, name }, value));
                }
            }
        }
    }
    for (answer, thrown) in test.calls.iter().enumerate().filter_map(|(at, call)| Some((at, call.thrown.as_ref()?))) {
        let (types, _) = parse_method_descriptor(&thrown.method.descriptor).unwrap_or_default();
        let passed = thrown.arguments.iter().zip(types).enumerate().filter(|(_, (_, ty))| **ty == *STRING);
        found.extend(
            passed.map(|(at, (value, _))| {
                (Passed { place: Place::Thrown { answer, at }, name: MESSAGE.to_owned() }, value)
            }),
        );
    }
    found
}

/// Of the call with this number that makes an object, the positions of those arguments that are meant, by the types of their parameters
/// and what is passed, and the names. Elements of collections of the JDK are named by letters that are not in order, so that a test of what
/// sorts them shows it.
fn names_of(
    world: &World,
    made: &Made,
    number: usize,
    is_meant: impl Fn(&str, &Value) -> bool,
) -> Vec<(usize, String)> {
    let Some(call) = call_of(made, number) else { return Vec::new() };
    let first = first_parameter(made, number);
    let Ok(class) = world.load(&call.method.class.replace('.', "/")) else { return Vec::new() };
    let Some(method) = world.find_method(class, &call.method.method, &call.method.descriptor) else {
        return Vec::new();
    };
    let method = world.method(method);
    let is_of_jdk = world.class(class).provenance == Provenance::Jdk;
    let letter = |at: usize| LETTERS[at.min(1)].chars().cycle().nth(number.saturating_sub(1)).map(String::from);
    let parameters = method.parameters.iter().zip(world.parameter_names(&method)).enumerate();
    let parameters = parameters.map(|(at, parameter)| (at + first, parameter));
    let meant = parameters.filter(|(at, (ty, _))| call.arguments.get(*at).is_some_and(|value| is_meant(ty, value)));
    let named = meant.filter_map(|(at, (ty, name))| match &**ty {
        OBJECT if is_of_jdk => Some((at, letter(at)?)),
        _ => Some((at, name)),
    });
    named.collect()
}

/// The test with these texts; those of one name are one object. Its condition does not speak of arguments that were replaced.
pub(super) fn with_texts(test: &TestCase, texts: &[Passed]) -> TestCase {
    let mut changed = test.clone();
    for Passed { place, name } in texts {
        let text = text_for(name);
        let value = Value::Ref(string_of(&mut changed, text));
        if let Some(there) = place.value_in(&mut changed) {
            *there = value;
        }
    }
    let replaced: Vec<&str> = texts
        .iter()
        .filter_map(|passed| match passed.place {
            Place::Argument(at) => Some(test.arguments[at].name.as_str()),
            Place::Making { .. } | Place::Earlier { .. } | Place::Thrown { .. } => None,
        })
        .collect();
    changed.constraint = without_names(&test.constraint, &replaced);
    drop_unused(&mut changed);
    changed
}

/// Whether a parameter has the name that stands for none.
pub(crate) fn is_unnamed(name: &str) -> bool {
    name.strip_prefix("arg").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
}

/// The string of this text, which is made unless the input has it.
fn string_of(test: &mut TestCase, text: &str) -> ObjectId {
    let string = Object::String(text.encode_utf16().collect());
    if let Some((id, _)) = test.heap.iter().find(|(_, object)| object.object == string) {
        return *id;
    }
    add_object(test, HeapObject { class: "java.lang.String".to_owned(), object: string })
}

/// The parts of a condition that speak of none of these names.
pub(super) fn without_names(condition: &str, names: &[&str]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let speaks = |part: &&str| part.split(|c| !is_word(c)).any(|word| names.contains(&word));
    conjuncts(condition).into_iter().filter(|part| !speaks(part)).collect::<Vec<_>>().join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stay_as_they_are() {
        let returns = |value| Outcome::Returns(Some(value));
        assert!(ends_alike(&returns(Value::Int(1)), &returns(Value::Int(2))));
        assert!(ends_alike(&returns(Value::Null), &returns(Value::Null)));
        assert!(!ends_alike(&returns(Value::Boolean(true)), &returns(Value::Boolean(false))));
        assert!(!ends_alike(&returns(Value::Null), &returns(Value::Ref(ObjectId(1)))));
    }

    #[test]
    fn what_is_said_of_other_arguments_stays() {
        let names = ["item"];
        let condition = "item == null && price >= 0 && items.length() > item.length()";
        assert_eq!(without_names(condition, &names), "price >= 0");
        assert_eq!(without_names("items > 2", &names), "items > 2");
    }
}
