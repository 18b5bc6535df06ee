//! Writes the body of one test method.

use crate::asserts::{Asserter, Private};
use crate::classes::{Binding, ClassKind, Classes, Origin};
use crate::effects::EffectCache;
use crate::form::Form;
use crate::helpers::Helper;
use crate::input_calls::InputCalls;
use crate::java::{
    JavaType, coerced, decapitalized, element_literal, has_word, identifier_part, indented, parse_method, quoted,
};
use crate::looks::{Look, Sight, looking, looks, of_thrown};
use crate::marks::Marks;
use crate::names::{local_for_class, simple_name};
use crate::observe::{SAW_RETURNED, SAW_THROWN, SAW_UNBUILT};
use crate::options::JUnit;
use crate::scope::Scope;
use crate::statics::Statics;
use crate::stubs::{Stubs, subclass_body};
use crate::target::Target;
use crate::thrown::throwing;
use crate::typed::{DeclaredTypes, with_diamond};
use crate::writer::{JavaExpr, Writer};
use clew_facts::{Call, HeapObject, MethodKey, Object, ObjectId, Outcome, TestCase, ThreadStatus, Value};

/// How a test is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'j> {
    pub(crate) form: Form,
    /// What it does beside the call.
    pub(crate) marks: &'j Marks,
    /// What was seen that it looks at.
    pub(crate) sights: &'j [Sight],
}

/// The statements of a test method.
///
/// # Errors
/// Why the input cannot be built or the method cannot be called.
pub(crate) fn write_test(
    scope: &mut Scope<'_>,
    cache: &EffectCache,
    target: &Target,
    test: &TestCase,
    Manner { form, marks, sights }: Manner<'_>,
) -> Result<Vec<String>, String> {
    let mut writer = Writer::new(scope, cache, test);
    let input_calls = InputCalls::prepare(&mut writer)?;
    let stubs = Stubs::prepare(&mut writer);
    if test.arguments.len() != target.parameters.len() {
        return Err("the number of arguments is not that of the parameters".into());
    }
    choose_names(&mut writer, target);
    writer.declare_types(target);
    let receiver = match &test.receiver {
        Some(value) => Some(writer.value(value, &JavaType::Class(target.key.class.clone()))?),
        None => None,
    };
    let mut arguments = Vec::new();
    let declared = DeclaredTypes::of(writer.scope, target);
    for (at, (argument, ty)) in test.arguments.iter().zip(&target.parameters).enumerate() {
        let value = writer.value(&argument.value, ty)?;
        let value = if matches!(argument.value, Value::Ref(_)) {
            value
        } else {
            let base = decapitalized(&argument.name);
            let name = writer.fresh_local(&base);
            // A narrow constant needs no cast where a variable of its type is declared.
            let plain = element_literal(&coerced(&argument.value, ty));
            let text = plain.unwrap_or_else(|| writer.fitted(value, ty));
            match declared.as_ref().and_then(|types| writer.shown_with_arguments(types.parameter(at)?)) {
                Some(shown) => writer.declare_plain_shown(&name, ty, &shown, &text),
                None => writer.declare_plain(&name, ty, &text),
            }
        };
        arguments.push((value, ty.clone()));
    }
    let statics = Statics::prepare(&mut writer)?;
    let input_calls = match input_calls {
        Some(calls) => Some(calls.give(&mut writer)?),
        None => None,
    };
    let stubs = match stubs {
        Some(stubs) => Some(stubs.give(&mut writer)?),
        None => None,
    };
    writer.earlier_calls()?;
    let mut lines = writer.finish_objects()?;
    if let Some(stubs) = &stubs {
        lines = stubs.before(lines);
    }
    if let Some(calls) = &input_calls {
        lines = calls.before(lines);
    }
    let mut initialized: Vec<String> = test
        .initialized_first
        .iter()
        .map(|class| {
            format!("Class.forName({}); // initialized first: its static fields hang on the order", quoted(class))
        })
        .collect();
    writer.passed = arguments.clone();
    let call = call(&mut writer, target, receiver, arguments)?;
    let rest = match form {
        Form::Asserting(junit) => asserting(&mut writer, target, call, (junit, sights)),
        Form::Probing => probing(&mut writer, target, call),
        Form::Looking => looking(&mut writer, target, call),
    };
    let rest = match stubs {
        Some(stubs) => stubs.around(rest, form),
        None => rest,
    };
    let rest = match input_calls {
        Some(calls) => calls.around(rest, form),
        None => rest,
    };
    let rest = match (test.thread, test.thread_after) {
        (ThreadStatus::Usual, ThreadStatus::Usual) => rest,
        (before, _) => on_thread(before, rest),
    };
    let restored = Statics::of_marks(&mut writer, marks);
    let Form::Asserting(junit) = form else {
        let mut build = restored.set_for_good();
        build.append(&mut initialized);
        build.append(&mut lines);
        return Ok(probe(build, statics, rest));
    };
    if !restored.is_inline() {
        initialized.append(&mut lines);
        std::mem::swap(&mut lines, &mut initialized);
    }
    let rest = if statics.is_inline() {
        statics.around(rest)
    } else {
        lines.extend(statics.set_for_good());
        rest
    };
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(rest);
    let lines = restored.around(lines);
    let assumption = marks.asserting.as_ref().map(|class| assumption(&mut writer, class, junit));
    Ok(assumption.into_iter().chain(initialized).chain(lines).collect())
}

/// The statement by which a test is left out where the class (a binary name) skips its assertions.
fn assumption(writer: &mut Writer<'_, '_>, class: &str, junit: JUnit) -> String {
    const REASON: &str = "\"needs java -ea\"";
    let asserts = format!("{}.desiredAssertionStatus()", writer.scope.class_literal(&JavaType::Class(class.into())));
    let assume = writer.scope.assumption("assumeTrue");
    match junit {
        JUnit::Five => format!("{assume}({asserts}, {REASON});"),
        JUnit::Four => format!("{assume}({REASON}, {asserts});"),
    }
}

/// Gives every object a name that says where it is found: the receiver, an argument, a field of another.
fn choose_names(writer: &mut Writer<'_, '_>, target: &Target) {
    let test = writer.test;
    let mut order = Vec::new();
    for argument in &test.arguments {
        if let Value::Ref(id) = argument.value
            && !writer.names.contains_key(&id)
            && test.receiver != Some(argument.value.clone())
        {
            let name = writer.fresh_local(&decapitalized(&argument.name));
            writer.names.insert(id, name);
            order.push(id);
        }
    }
    if let Some(Value::Ref(id)) = test.receiver {
        let class = declared_by_making(writer, id).unwrap_or_else(|| target.key.class.clone());
        let name = writer.fresh_local(&local_for_class(simple_name(&class)));
        writer.names.insert(id, name);
        order.insert(0, id);
    }
    let mut next = 0;
    while let Some(owner) = order.get(next).copied() {
        next += 1;
        for (place, child) in children(writer.scope.classes, test, owner) {
            let has_state = test.heap.get(&child).is_some_and(|object| {
                matches!(object.object, Object::Instance { .. } | Object::Array { .. } | Object::Made(_))
            });
            if !has_state || writer.names.contains_key(&child) {
                continue;
            }
            let class = &test.heap[&child].class;
            let base = match (place, writer.names.get(&owner)) {
                (HeldIn::Unnamed, _) => local_for_class(class),
                (HeldIn::Parameter(name), _) => name,
                (HeldIn::Part(suffix), Some(_)) if is_outer(&suffix) => "outer".to_owned(),
                (HeldIn::Part(suffix), Some(name)) => format!("{name}{suffix}"),
                (HeldIn::Part(suffix), None) => suffix,
            };
            let base = if base.len() <= MAX_PATH_NAME { base } else { local_for_class(class) };
            let name = writer.fresh_local(&base);
            writer.names.insert(child, name);
            order.push(child);
        }
    }
}

/// Up to this many characters a name may say the whole way to the object.
const MAX_PATH_NAME: usize = 24;

/// Whether the compiler made the field of this name, for the object around an inner one.
fn is_outer(suffix: &str) -> bool {
    suffix.starts_with("This") && suffix.ends_with(|c: char| c.is_ascii_digit())
}

/// Where an object is found.
enum HeldIn {
    /// In a field or an element, whose name goes on the name of the owner.
    Part(String),
    /// It is passed for the parameter of this name.
    Parameter(String),
    /// It is passed to a method whose parameters have no names that the source gives them.
    Unnamed,
}

/// What an object holds or is made of.
fn children(classes: &dyn Classes, test: &TestCase, owner: ObjectId) -> Vec<(HeldIn, ObjectId)> {
    let reference = |value: &Value| match value {
        Value::Ref(id) => Some(*id),
        _ => None,
    };
    match test.heap.get(&owner).map(|object| &object.object) {
        Some(Object::Instance { fields }) => fields
            .iter()
            .filter_map(|(key, value)| {
                Some((HeldIn::Part(crate::java::capitalized(&identifier_part(&key.name))), reference(value)?))
            })
            .collect(),
        Some(Object::Array { elements }) => elements
            .iter()
            .enumerate()
            .filter_map(|(index, value)| Some((HeldIn::Part(index.to_string()), reference(value)?)))
            .collect(),
        Some(Object::Made(made)) => made.calls().flat_map(|call| passed(classes, call)).collect(),
        _ => Vec::new(),
    }
}

/// The objects that a call is passed.
fn passed(classes: &dyn Classes, call: &Call) -> Vec<(HeldIn, ObjectId)> {
    let arguments = call.arguments.iter().enumerate();
    let found = arguments.filter_map(|(at, value)| match value {
        Value::Ref(id) => {
            let name = parameter_of(classes, call, at);
            Some((name.map_or(HeldIn::Unnamed, |name| HeldIn::Parameter(decapitalized(&name))), *id))
        }
        _ => None,
    });
    found.collect()
}

/// The name of the parameter for which a call is passed the argument at a position. `None` for methods of the JDK, whose names say
/// nothing to the reader of a test, and for the object on which the call makes another.
pub(crate) fn parameter_of(classes: &dyn Classes, call: &Call, at: usize) -> Option<String> {
    let MethodKey { class, method, descriptor } = &call.method;
    classes.class(class).filter(|class| class.origin == Origin::User)?;
    let mut names = classes.parameter_names(class, method, descriptor)?;
    // The object comes first on which the call makes another.
    let at = at.checked_sub(call.arguments.len().saturating_sub(names.len()))?;
    (at < names.len()).then(|| names.swap_remove(at))
}

/// The statements with the thread in this status before they run, and not interrupted any more when they have.
fn on_thread(before: ThreadStatus, body: Vec<String>) -> Vec<String> {
    let mut lines = match before {
        ThreadStatus::Usual => Vec::new(),
        ThreadStatus::Interrupted => vec!["Thread.currentThread().interrupt();".to_owned()],
    };
    lines.push("try {".to_owned());
    lines.extend(indented(body));
    lines.push("} finally {".into());
    lines.push("    Thread.interrupted(); // other tests may run on this thread".into());
    lines.push("}".into());
    lines
}

/// The class that the call is declared to return which makes an object of a class that source code cannot name.
fn declared_by_making(writer: &Writer<'_, '_>, id: ObjectId) -> Option<String> {
    let HeapObject { class, object: Object::Made(made) } = writer.test.heap.get(&id)? else { return None };
    let (_, returned) = parse_method(&made.first.method.descriptor)?;
    match returned? {
        JavaType::Class(returned) if !writer.scope.can_name(class) => Some(returned),
        _ => None,
    }
}

fn call(
    writer: &mut Writer<'_, '_>,
    target: &Target,
    receiver: Option<JavaExpr>,
    arguments: Vec<(JavaExpr, JavaType)>,
) -> Result<JavaExpr, String> {
    let class = &target.key.class;
    // Source code that makes an inner object throws where there is no object around it; the constructor itself may not.
    let outer_missing = target.is_constructor()
        && target.class.is_inner()
        && writer.test.arguments.first().is_none_or(|outer| outer.value == Value::Null);
    let visible = arguments.iter().all(|(_, ty)| writer.scope.type_name(ty).is_some());
    let direct = visible && writer.scope.can_call(&target.class, &target.method);
    let static_type = target.result().map_or_else(JavaType::object, |ty| writer.scope.nameable(&ty));
    if target.is_constructor() {
        if target.class.kind == ClassKind::Abstract {
            if !direct || outer_missing {
                return Err(format!("{class} is abstract, and no subclass can be written here"));
            }
            let body = subclass_body(writer, class, None)?;
            return Ok(JavaExpr::new(format!("{} {body}", writer.new_expression(class, arguments)), static_type));
        }
        return Ok(if direct && !outer_missing {
            JavaExpr::new(writer.new_expression(class, arguments), static_type)
        } else {
            writer.scope.can_reflect_on(&target.class)?;
            JavaExpr::new(writer.hidden_construction(class, arguments), JavaType::object())
        });
    }
    let name = &target.method.name;
    let receiver = match (target.method.binding, receiver) {
        (Binding::Static, _) => None,
        (Binding::Instance, Some(receiver)) => Some(receiver),
        (Binding::Instance, None) => return Err("a call without a receiver".into()),
    };
    let named = match direct {
        true => Some((class.clone(), target.returned.clone())),
        false => writer.declaring_above(&target.key).filter(|_| visible),
    };
    if let Some((class, returned)) = named {
        // What a supertype declares to return may be wider.
        let static_type = match returned == target.returned {
            true => static_type,
            false => returned.map_or_else(JavaType::object, |ty| writer.scope.nameable(&ty)),
        };
        let owner = match receiver {
            Some(receiver) => writer.as_receiver(receiver, &MethodKey { class: class.clone(), ..target.key.clone() }),
            None => writer.scope.class_name(&class).unwrap_or_default(),
        };
        let args = writer.arguments(&class, name, arguments);
        return Ok(JavaExpr::new(format!("{owner}.{name}({args})"), static_type));
    }
    writer.scope.can_reflect_on(&target.class)?;
    let owner = writer.scope.class_literal(&JavaType::Class(class.clone()));
    let result = match &target.returned {
        Some(ty) => writer.scope.class_literal(ty),
        None => "void.class".into(),
    };
    let (types, args) = writer.reflective_arguments(arguments);
    let receiver = receiver.map_or_else(|| "null".into(), |receiver| receiver.text);
    let helper = writer.scope.helper(Helper::Invoke);
    let text = format!("{helper}({owner}, {receiver}, {}, {result},\n        {types},\n        {args})", quoted(name));
    Ok(JavaExpr::new(text, JavaType::object()))
}

/// `T result = call;` with the name and the type of the variable; just the call where nothing is returned.
fn result_statement(writer: &mut Writer<'_, '_>, target: &Target, call: JavaExpr) -> (String, Option<JavaExpr>) {
    let Some(ty) = target.result() else { return (format!("{};", call.text), None) };
    let static_type = writer.scope.nameable(&ty);
    let base = if target.is_constructor() { local_for_class(&target.key.class) } else { "result".into() };
    let base = if base == "result" && writer.locals.contains(&base) { "returned".into() } else { base };
    let name = writer.fresh_local(&base);
    let is_typed = call.ty == static_type;
    let made = is_typed.then(|| writer.shown_of_made(target)).flatten();
    let call = if made.is_some() { JavaExpr { text: with_diamond(&call.text), ..call } } else { call };
    let declared = DeclaredTypes::of(writer.scope, target).filter(|_| is_typed);
    let shown = made.or_else(|| declared.as_ref().and_then(|types| writer.shown_with_arguments(types.result()?)));
    let shown = shown.or_else(|| writer.scope.type_name(&static_type)).unwrap_or_else(|| "Object".into());
    let text = if is_typed { call.text } else { writer.cast(call, &static_type) };
    (format!("{shown} {name} = {text};"), Some(JavaExpr::new(name, static_type)))
}

fn asserting(
    writer: &mut Writer<'_, '_>,
    target: &Target,
    call: JavaExpr,
    (junit, sights): (JUnit, &[Sight]),
) -> Vec<String> {
    let test = writer.test;
    let (mut lines, checks) = match &test.outcome {
        Outcome::Throws { class } => {
            let seen = sights.iter().find(|sight| sight.look == Look::Message).map(|sight| &sight.told);
            let is_asked = sights.iter().any(|sight| matches!(sight.look, Look::OfThrown(_)));
            let (mut lines, thrown) = throwing(writer, class, call, (junit, seen), is_asked);
            let of_thrown = if is_asked { of_thrown(writer, &thrown, class) } else { Vec::new() };
            lines.extend(said(writer, junit, |asserter| asserter.sights(&of_thrown, sights, |_| false)));
            let looks = looks(writer, target, None);
            let changed = |asserter: &mut Asserter<'_, '_, '_>| {
                asserter.passed_to_stubs();
                asserter.changes();
                asserter.sights(&looks, sights, |sight| sight.has_changed);
            };
            (lines, said(writer, junit, changed))
        }
        Outcome::Returns(value) => {
            let wanted = value.clone().filter(|value| *value != Value::Unknown);
            let (statement, result) = result_statement(writer, target, call.clone());
            let looks = looks(writer, target, result.as_ref());
            let seen = sights.iter().find(|sight| sight.look == Look::Result);
            // A prediction tells which dates and times are those that were passed.
            let is_told = |sight: &&Sight| wanted.is_none() || !sight.told.has_time();
            let seen = seen.filter(|_| is_vague(test, wanted.as_ref())).filter(is_told);
            let checks = said(writer, junit, |asserter| {
                match (&result, target.result(), &wanted) {
                    (Some(result), Some(_), _) if seen.is_some() => {
                        seen.into_iter().for_each(|seen| asserter.told(result, &seen.told));
                    }
                    (Some(made), _, Some(value)) if target.is_constructor() => {
                        asserter.constructed(made.clone(), value);
                    }
                    (Some(result), Some(ty), Some(value)) => asserter.value(result.clone(), &ty, value, 0),
                    _ => {}
                }
                asserter.passed_to_stubs();
                asserter.changes();
                asserter.sights(&looks, sights, |sight| sight.has_changed);
                if asserter.is_empty() {
                    asserter.unchanged();
                    asserter.sights(&looks, sights, Sight::is_plain);
                }
                asserter.taken();
            });
            let used = result.is_some_and(|result| checks.iter().any(|line| has_word(line, &result.text)));
            (vec![if used { statement } else { format!("{};", call.text) }], checks)
        }
        Outcome::NotPredicted => (vec![format!("{};", call.text)], Vec::new()),
        Outcome::Open => (open_ended(writer, call), Vec::new()),
    };
    if !checks.is_empty() {
        lines.push(String::new());
    }
    lines.extend(checks);
    lines
}

/// What is asserted; of fields that only reflection gets at where there is little else to say.
fn said(writer: &mut Writer<'_, '_>, junit: JUnit, mut say: impl FnMut(&mut Asserter<'_, '_, '_>)) -> Vec<String> {
    let mut all = Vec::new();
    for private in [Private::Hidden, Private::Read] {
        let mut asserter = Asserter::new(writer, junit, private);
        say(&mut asserter);
        let is_enough = !asserter.says_little();
        all = asserter.finish();
        if is_enough {
            break;
        }
    }
    all
}

/// Whether the prediction tells nothing of the result, or only the class of an object whose content the JDK keeps.
fn is_vague(test: &TestCase, predicted: Option<&Value>) -> bool {
    match predicted {
        None => true,
        Some(Value::Ref(id)) if !test.heap.contains_key(id) => {
            let after = test.heap_after.get(id);
            after.is_some_and(|made| matches!(made.object, Object::Instance { .. }) && made.class.starts_with("java."))
        }
        Some(_) => false,
    }
}

/// The call, which may end in any way.
fn open_ended(writer: &mut Writer<'_, '_>, call: JavaExpr) -> Vec<String> {
    let exception = writer.fresh_local("e");
    vec![
        "try {".into(),
        format!("    {};", call.text),
        format!("}} catch (Throwable {exception}) {{"),
        "    // How it ends hangs on what only the running machine knows; the test is for the way there.".into(),
        "}".into(),
    ]
}

/// The call with a note of what it returned, in the variable `clewSeen`.
fn probing(writer: &mut Writer<'_, '_>, target: &Target, call: JavaExpr) -> Vec<String> {
    let (statement, result) = result_statement(writer, target, call);
    let mut lines = vec!["clewPhase = 1;".to_owned(), statement];
    let seen = match result {
        Some(result) if result.ty.is_primitive() => format!("{}({})", writer.scope.helper(Helper::Show), result.text),
        Some(result) => {
            let known: Vec<_> = writer
                .objects
                .iter()
                .filter(|(id, _)| writer.names.contains_key(*id))
                .map(|(id, expr)| (id.0, expr.text.clone()))
                .collect();
            let show = writer.scope.helper(Helper::Show);
            let same = known.iter().map(|(id, text)| format!("(Object) {} == {text} ? \"same {id}\" : ", result.text));
            format!("{}{show}({})", same.collect::<String>(), result.text)
        }
        None => "\"nothing\"".into(),
    };
    lines.push("clewPhase = 2;".into());
    lines.push(format!("clewSeen = \"{SAW_RETURNED}\" + ({seen});"));
    lines
}

fn probe(build: Vec<String>, statics: Statics, call: Vec<String>) -> Vec<String> {
    let mut inside = build;
    inside.extend(statics.around(call));
    let mut lines = vec!["int clewPhase = 0;".to_owned(), "String clewSeen;".to_owned(), "try {".to_owned()];
    lines.extend(indented(inside));
    lines.extend(
        [
            "} catch (Throwable clewThrown) {",
            &format!("    clewSeen = (clewPhase == 1 ? \"{SAW_THROWN}\" : \"{SAW_UNBUILT}\") + clewThrown.getClass().getName()"),
            "            + '\\n' + clewThrown.getMessage();",
            "}",
            "throw new IllegalStateException(clewSeen);",
        ]
        .map(str::to_owned),
    );
    lines
}
