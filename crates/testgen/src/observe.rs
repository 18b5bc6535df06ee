//! What a probe saw, and how its message says it.

use clew_facts::{HeapObject, MethodKey, Object, ObjectId, Outcome, TestCase, Value};

/// The marks that a probe's message starts with, by what it saw.
pub(crate) const SAW_UNBUILT: &str = "unbuilt ";
/// The call threw.
pub(crate) const SAW_THROWN: &str = "thrown ";
/// The call returned.
pub(crate) const SAW_RETURNED: &str = "returned ";

/// What a probe saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observation {
    /// The input could not be built, for this reason.
    Unbuilt(String),
    /// The call ended like this; a result that is an object not of the input comes with its description.
    Ended(Outcome, Option<Box<(ObjectId, HeapObject)>>),
}

/// Reads the message of the exception that a probe ends with; `None` if it is none of a probe's.
pub(crate) fn read(message: &str, key: &MethodKey, test: &TestCase) -> Option<Observation> {
    if let Some(thrown) = message.strip_prefix(SAW_UNBUILT) {
        return Some(Observation::Unbuilt(format!("building the input throws {}", thrown.replace('\n', ": "))));
    }
    if let Some(thrown) = message.strip_prefix(SAW_THROWN) {
        let (class, message) = thrown.split_once('\n').unwrap_or((thrown, ""));
        return Some(match vm_fault(class, message) {
            Some(reason) => Observation::Unbuilt(reason),
            None => Observation::Ended(Outcome::Throws { class: class.into() }, None),
        });
    }
    let seen = message.strip_prefix(SAW_RETURNED)?;
    let primitive = key.descriptor.rsplit_once(')').is_some_and(|(_, result)| !result.starts_with(['L', '[']));
    let primitive = primitive && key.method != "<init>";
    let next = test.heap.keys().chain(test.heap_after.keys()).map(|id| id.0 + 1).max().unwrap_or(0);
    let fresh = |class: &str, object: Object| {
        let id = ObjectId(next);
        let described = HeapObject { class: class.into(), object };
        Some(Observation::Ended(Outcome::Returns(Some(Value::Ref(id))), Some(Box::new((id, described)))))
    };
    let returned = |value| Some(Observation::Ended(Outcome::Returns(value), None));
    let (kind, rest) = seen.split_once(' ').unwrap_or((seen, ""));
    match kind {
        "nothing" => returned(None),
        "null" => returned(Some(Value::Null)),
        "same" => returned(Some(Value::Ref(ObjectId(rest.parse().ok()?)))),
        "array" => returned(Some(Value::Unknown)),
        // The class of what a constructor makes is known, and an anonymous subclass of it is none to speak of.
        "object" if key.method == "<init>" => fresh(&key.class, Object::Instance { fields: Default::default() }),
        "object" => fresh(lasting_name(rest), Object::Instance { fields: Default::default() }),
        "text" => {
            let units = rest.split_whitespace().map(str::parse).collect::<Result<Vec<u16>, _>>().ok()?;
            fresh("java.lang.String", Object::String(units))
        }
        "enum" => {
            let (class, constant) = rest.split_once(' ')?;
            fresh(class, Object::EnumConstant(constant.into()))
        }
        "box" => {
            let (class, text) = rest.split_once(' ')?;
            let value = boxed(class, text)?;
            if primitive { returned(Some(value)) } else { fresh(class, Object::Boxed(value)) }
        }
        _ => None,
    }
}

/// The name of a class without what the JVM adds for this run only, where it made the class up.
fn lasting_name(class: &str) -> &str {
    match class.split_once('/') {
        Some((hidden, _)) => hidden.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('$'),
        None if class.contains("$Proxy") => class.trim_end_matches(|c: char| c.is_ascii_digit()),
        None => class,
    }
}

/// Why an exception says nothing about the program: the virtual machine or the class path has come to an end, not the code.
fn vm_fault(class: &str, message: &str) -> Option<String> {
    match class {
        "java.lang.OutOfMemoryError" | "java.lang.StackOverflowError" | "java.lang.InternalError" => {
            Some(format!("the virtual machine gives up: {class}"))
        }
        "java.lang.UnsupportedClassVersionError" => Some(format!("the JDK is too old: {message}")),
        // With a blank in it, it is the message of a class whose initializer has failed.
        "java.lang.NoClassDefFoundError" if !message.contains(' ') => {
            Some(format!("the class {} is not on the class path", message.replace('/', ".")))
        }
        _ => None,
    }
}

/// A primitive value, by the class of its box, as a probe writes it.
pub(crate) fn boxed(class: &str, text: &str) -> Option<Value> {
    Some(match class {
        "java.lang.Boolean" => Value::Boolean(text.parse().ok()?),
        "java.lang.Byte" => Value::Byte(text.parse().ok()?),
        "java.lang.Short" => Value::Short(text.parse().ok()?),
        "java.lang.Integer" => Value::Int(text.parse().ok()?),
        "java.lang.Long" => Value::Long(text.parse().ok()?),
        "java.lang.Character" => Value::Char(text.parse().ok()?),
        "java.lang.Float" => Value::Float(text.parse::<i32>().ok()? as u32),
        "java.lang.Double" => Value::Double(text.parse::<i64>().ok()? as u64),
        _ => return None,
    })
}

/// The test with the outcome that was seen in place of what was or wasn't predicted.
pub(crate) fn with_outcome(test: &TestCase, outcome: Outcome, made: Option<Box<(ObjectId, HeapObject)>>) -> TestCase {
    let nothing_seen = TestCase { observed: Vec::new(), taken: Vec::new(), message: None, ..test.clone() };
    let mut observed = TestCase { outcome, heap_after: Default::default(), ..nothing_seen };
    observed.heap_after.extend(made.map(|made| *made));
    observed
}

/// The outcome in words.
pub(crate) fn in_words(test: &TestCase, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returns(None) => "returns".into(),
        Outcome::Returns(Some(value)) => format!("returns {}", value_in_words(test, value)),
        Outcome::Throws { class } => format!("throws {class}"),
        Outcome::NotPredicted => "is not predicted".into(),
        Outcome::Open => "ends in a way that only the running machine knows".into(),
    }
}

fn value_in_words(test: &TestCase, value: &Value) -> String {
    if let Some(literal) = crate::java::literal(value) {
        return literal;
    }
    let Value::Ref(id) = value else { return "something".into() };
    if test.heap.contains_key(id) {
        let argument = test.arguments.iter().find(|argument| argument.value == *value);
        return argument.map_or_else(|| "an object of the input".into(), |argument| argument.name.clone());
    }
    match test.heap_after.get(id) {
        Some(HeapObject { object: Object::String(units), .. }) => crate::java::string_expression(units),
        Some(HeapObject { object: Object::Boxed(value), .. }) => value_in_words(test, value),
        Some(HeapObject { object: Object::EnumConstant(name), .. }) => name.clone(),
        Some(HeapObject { class, .. }) => format!("a {class}"),
        None => "something".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_result(message: &str, descriptor: &str) -> Option<String> {
        let key = MethodKey { class: "demo.A".into(), method: "m".into(), descriptor: descriptor.into() };
        let test = TestCase::of_input(None, Vec::new(), Default::default());
        Some(match read(message, &key, &test)? {
            Observation::Unbuilt(reason) => reason,
            Observation::Ended(outcome, made) => in_words(&with_outcome(&test, outcome.clone(), made), &outcome),
        })
    }

    #[test]
    fn what_a_probe_saw_is_read_back() {
        let seen = |message, descriptor| read_result(message, descriptor).unwrap_or_else(|| "nothing".into());
        assert_eq!(seen("returned nothing", "()V"), "returns");
        assert_eq!(seen("returned box java.lang.Integer -5", "()I"), "returns -5");
        assert_eq!(seen("returned box java.lang.Float -2147483648", "()F"), "returns -0.0f");
        assert_eq!(seen("returned text 97 34", "()Ljava/lang/String;"), "returns \"a\\\"\"");
        assert_eq!(seen("returned enum demo.Color RED", "()Ldemo/Color;"), "returns RED");
        assert_eq!(seen("returned object demo.A$$Lambda$7/0x1f", "()Ljava/lang/Runnable;"), "returns a demo.A$$Lambda");
        assert_eq!(seen("thrown demo.Bad\nwhy", "()V"), "throws demo.Bad");
        assert_eq!(seen("unbuilt demo.Bad\nwhy", "()V"), "building the input throws demo.Bad: why");
        assert_eq!(seen("an exception of the code's own", "()V"), "nothing");
    }

    #[test]
    fn faults_of_the_virtual_machine_say_nothing_about_the_program() {
        let seen = |message| read_result(message, "()V").unwrap_or_default();
        assert_eq!(
            seen("thrown java.lang.NoClassDefFoundError\norg/x/Y"),
            "the class org.x.Y is not on the class path"
        );
        assert_eq!(
            seen("thrown java.lang.NoClassDefFoundError\nCould not initialize class demo.A"),
            "throws java.lang.NoClassDefFoundError"
        );
        assert!(seen("thrown java.lang.OutOfMemoryError\n").starts_with("the virtual machine gives up"));
    }
}
