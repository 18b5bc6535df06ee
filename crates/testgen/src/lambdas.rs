//! Stubs of interfaces with one open method as lambda expressions: `Rate rate = any -> 11;`.
//!
//! People write them so. Two things are needed: it is known which calls the stub answers, and the answers can be made before the stub.
//! All other stubs are proxies, which also tell whether they were asked for as much as was foretold. A void method has no answer that
//! would tell: its stub keeps what it is passed, where a concrete run has told that, for the test to look at.

use crate::classes::ClassKind;
use crate::java::{JavaType, box_class, quoted};
use crate::scope::Style;
use crate::stubs::{Missing, is_of_stub, missing_methods};
use crate::writer::{JavaExpr, Writer};
use clew_facts::{Call, InputCall, Object, ObjectId, Outcome, TestCase, Value};
use std::collections::BTreeSet;

/// What the only method of a stub does whenever it is called.
enum Answers<'w> {
    /// It is never called.
    None,
    /// It returns the same value.
    One(&'w Value),
    /// It returns these values, one after the other.
    Several(Vec<&'w Value>),
    /// It throws what this call of a constructor makes; it is called once.
    Throws(&'w Call),
    /// It returns nothing and keeps what it is passed.
    Keeps,
}

/// Whether the test writes the stub as a lambda expression.
pub(crate) fn is_lambda(writer: &Writer<'_, '_>, id: ObjectId, class: &str) -> bool {
    answers(writer, id, class).is_some()
}

/// The expression and the variable of a stub that is a lambda expression; `None` of others.
///
/// # Errors
/// Why an answer cannot be written.
pub(crate) fn lambda(writer: &mut Writer<'_, '_>, id: ObjectId, class: &str) -> Result<Option<JavaExpr>, String> {
    let Some((method, answers)) = answers(writer, id, class) else { return Ok(None) };
    let name = writer.local_name(id, class);
    let result = method.result.unwrap_or_else(JavaType::object);
    let body = match answers {
        Answers::None => "{ throw new AssertionError(); }".to_owned(),
        Answers::One(value) => returned(writer, value, &result)?,
        Answers::Several(values) => {
            let mut texts = Vec::with_capacity(values.len());
            for value in &values {
                texts.push(returned(writer, value, &result)?);
            }
            let element = element_class(writer, &values, &result).map(JavaType::Class);
            let element =
                element.and_then(|class| writer.scope.type_name(&class)).ok_or("answers of several classes")?;
            let [iterator, arrays] = ["java.util.Iterator", "java.util.Arrays"].map(|class| writer.scope.claim(class));
            let from = writer.fresh_local(&format!("{name}Answers"));
            let values = texts.join(", ");
            let line = format!("{iterator}<{element}> {from} = {arrays}.asList({values}).iterator();");
            writer.creations.push(line);
            format!("{from}.next()")
        }
        Answers::Throws(made) => format!("{{ throw {}; }}", writer.construction(made)?),
        Answers::Keeps => {
            let [list, made] = ["java.util.List", "java.util.ArrayList"].map(|class| writer.scope.claim(class));
            let kept = writer.fresh_local(&format!("{name}Calls"));
            writer.creations.push(format!("{list}<Object> {kept} = new {made}<>();"));
            writer.collected.insert(id, kept.clone());
            let passed = writer.kept_of_call(&method.name, &names_of_parameters(method.parameters.len()));
            format!("{kept}.add({passed})")
        }
    };
    let text = format!("{} -> {body}", parameters(method.parameters.len()));
    let ty = JavaType::Class(class.into());
    let shown = writer.types.get(&id).cloned().and_then(|arguments| writer.with_arguments(class, &arguments));
    Ok(Some(match shown {
        Some(shown) => writer.declare_shown(&name, &ty, &shown, &text),
        None => writer.declare(&name, &ty, &text),
    }))
}

impl Writer<'_, '_> {
    /// What a stub keeps of a call that was passed these: the name of the method where it was passed nothing.
    pub(crate) fn kept_of_call(&mut self, method: &str, passed: &[String]) -> String {
        match passed {
            [] => quoted(method),
            [only] => only.clone(),
            all => format!("{}.asList({})", self.scope.claim("java.util.Arrays"), all.join(", ")),
        }
    }
}

/// The parameters of a lambda expression.
fn parameters(count: usize) -> String {
    match &names_of_parameters(count)[..] {
        [only] => only.clone(),
        names => format!("({})", names.join(", ")),
    }
}

/// Names for the parameters of a lambda expression; the class file has none for those of an interface.
fn names_of_parameters(count: usize) -> Vec<String> {
    match count {
        1 => vec!["any".to_owned()],
        2 => vec!["first".to_owned(), "second".to_owned()],
        _ => (0..count).map(|at| format!("p{at}")).collect(),
    }
}

fn returned(writer: &mut Writer<'_, '_>, value: &Value, ty: &JavaType) -> Result<String, String> {
    let value = writer.value(value, ty)?;
    Ok(writer.fitted(value, ty))
}

/// The only open method of a stub, and what it does, if that can be written as a lambda expression.
fn answers<'w>(writer: &Writer<'w, '_>, id: ObjectId, class: &str) -> Option<(Missing, Answers<'w>)> {
    let test = writer.test;
    let info = writer.scope.classes.class(class).filter(|info| info.kind == ClassKind::Interface)?;
    if writer.scope.style > Style::Direct || test.outcome == Outcome::Open || !writer.scope.can_name(&info.name) {
        return None;
    }
    let [method] = <[Missing; 1]>::try_from(missing_methods(writer.scope.classes, class)).ok()?;
    let is_own = |call: &&InputCall| call.receiver == Some(Value::Ref(id)) && is_of_stub(writer, call);
    let calls: Vec<&InputCall> = test.calls.iter().filter(is_own).collect();
    let comes_first = |value: &Value| *value != Value::Unknown && !leads_to(test, value, id);
    if !calls.iter().flat_map(|call| call.given()).all(comes_first) {
        return None;
    }
    let answers = match calls.as_slice() {
        [] => Answers::None,
        [only] if only.thrown.is_some() => Answers::Throws(only.thrown.as_ref()?),
        all if method.result.is_none() => {
            let is_told = |call: &&InputCall| call.passed.len() == method.parameters.len() && call.thrown.is_none();
            all.iter().all(is_told).then_some(Answers::Keeps)?
        }
        [first, others @ ..] => {
            let values: Vec<&Value> = calls.iter().map(|call| call.returned.as_ref()).collect::<Option<_>>()?;
            match others.iter().all(|call| call.returned == first.returned) {
                true => Answers::One(values.first()?),
                false => {
                    let result = method.result.as_ref()?;
                    element_class(writer, &values, result)?;
                    Answers::Several(values)
                }
            }
        }
    };
    Some((method, answers))
}

/// Whether an object is needed to make a value, or for what the value's own objects answer.
fn leads_to(test: &TestCase, value: &Value, object: ObjectId) -> bool {
    let mut seen: BTreeSet<ObjectId> = BTreeSet::new();
    let mut waiting: Vec<&Value> = vec![value];
    while let Some(value) = waiting.pop() {
        let Value::Ref(id) = value else { continue };
        if *id == object {
            return true;
        }
        if !seen.insert(*id) {
            continue;
        }
        match test.heap.get(id).map(|found| &found.object) {
            Some(Object::Instance { fields }) => waiting.extend(fields.values()),
            Some(Object::Array { elements }) => waiting.extend(elements),
            Some(Object::Made(made)) => waiting.extend(made.arguments()),
            _ => {}
        }
        let answers = test.calls.iter().filter(|call| call.receiver == Some(Value::Ref(*id)));
        waiting.extend(answers.flat_map(InputCall::given));
    }
    false
}

/// The class of which all these values are objects, boxed where they are numbers.
fn element_class(writer: &Writer<'_, '_>, values: &[&Value], result: &JavaType) -> Option<String> {
    if let JavaType::Primitive(letter) = result {
        return Some(format!("java.lang.{}", box_class(*letter)));
    }
    let mut classes = values.iter().filter_map(|value| match value {
        Value::Ref(id) => writer.test.heap.get(id).map(|object| object.class.clone()),
        _ => None,
    });
    let first = classes.next()?;
    classes.all(|class| class == first).then_some(first)
}
