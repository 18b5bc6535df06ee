//! What tests look at when their call has ended, as the running program gave it: the result, the message of an exception, and what
//! methods that only look tell of the objects around the call. It is written into a probe here, and read from what the probe tells.

use crate::classes::{Access, Binding, ClassKind, Making, Origin, with_superclasses};
use crate::helpers::Helper;
use crate::java::{JavaType, literal, parse_method};
use crate::lasting::{looks_at_statics, only_looks};
use crate::target::Target;
use crate::told::Told;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{MethodKey, Object, ObjectId, Outcome, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How many methods are asked of an object that take nothing.
const MAX_METHODS: usize = 12;
/// How many calls are asked of an object that pass what the method under test was passed.
const MAX_PASSING: usize = 6;
/// How many methods are asked of the objects that methods of an object return.
const MAX_CHAINED: usize = 18;
/// What the message of a probe starts with that looks.
pub(crate) const LOOKED: &str = "looked";
/// The first words of the names of methods that do more than look, or of which nothing worth saying is known.
const NO_OBSERVERS: &[&str] = &[
    "hashCode", "toString", "clone", "next", "poll", "pop", "remove", "close", "open", "iterator", "stream", "copy",
    "build", "create", "new", "make",
];
/// The first words of the names of methods that end a builder.
const MAKING: &[&str] = &["build", "create", "make"];

/// A call of a method that only looks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ask {
    pub(crate) method: MethodKey,
    /// What it is passed: arguments of the method under test, by their positions.
    pub(crate) passed: Vec<usize>,
}

impl Ask {
    fn of(method: MethodKey) -> Ask {
        Ask { method, passed: Vec::new() }
    }
}

/// Something that a test can look at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Look {
    /// What the call returned.
    Result,
    /// The message of the exception that it threw.
    Message,
    /// What this method of the result returns.
    OfResult(MethodKey),
    /// What this method of the exception returns that the call threw.
    OfThrown(MethodKey),
    /// What this call of a static method of the class that is tested returns after the call.
    OfClass(Ask),
    /// What is returned after the call by the last of these calls, the first of which is one of an object of the input, and each further
    /// one of the object that the call before it returned.
    Of(ObjectId, Vec<Ask>),
}

/// What was seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) look: Look,
    pub(crate) told: Told,
    /// Whether it was another one before the call.
    pub(crate) has_changed: bool,
}

impl Sight {
    /// Whether it is seen of an object by a method that takes nothing.
    pub(crate) fn is_plain(&self) -> bool {
        match &self.look {
            Look::Of(_, asks) => matches!(&asks[..], [ask] if ask.passed.is_empty()),
            Look::Result | Look::Message | Look::OfResult(_) | Look::OfThrown(_) | Look::OfClass(_) => true,
        }
    }
}

/// When a probe looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before the call.
    Before,
    /// When the call has ended.
    After,
}

impl Moment {
    /// What the lines of a probe start with that it writes at this moment.
    fn mark(self) -> &'static str {
        match self {
            Moment::Before => "before ",
            Moment::After => "after ",
        }
    }
}

/// What there is to look at, with expressions for it. The result is the expression given.
pub(crate) fn looks(writer: &mut Writer<'_, '_>, target: &Target, result: Option<&JavaExpr>) -> Vec<(Look, JavaExpr)> {
    let test = writer.test;
    let mut all = Vec::new();
    if let (Some(result), false) = (result, target.is_constructor()) {
        all.push((Look::Result, result.clone()));
    }
    let is_of_input = matches!(&test.outcome, Outcome::Returns(Some(Value::Ref(id))) if test.heap.contains_key(id));
    let made = result.filter(|_| !is_of_input).zip(target.result()).and_then(|(result, ty)| match ty {
        JavaType::Class(class) => Some((result.clone(), class)),
        JavaType::Primitive(_) | JavaType::Array(_) => None,
    });
    if let Some((result, class)) = made {
        let observers = observers(writer, &class);
        all.extend(observers.into_iter().map(|(key, ty)| {
            let call = call(writer, result.clone(), &key, ty);
            (Look::OfResult(key), call)
        }));
    }
    let arguments = test.arguments.iter().map(|argument| &argument.value);
    let mut ids: Vec<ObjectId> = Vec::new();
    for value in test.receiver.iter().chain(arguments) {
        if let Value::Ref(id) = value
            && !ids.contains(id)
        {
            ids.push(*id);
        }
    }
    for id in ids {
        let (Some(object), Some(described)) = (writer.objects.get(&id).cloned(), test.heap.get(&id)) else { continue };
        match &described.object {
            Object::Instance { .. } | Object::Made(_) | Object::EnumConstant(_) | Object::OfStatic(_) => {
                all.extend(of_object(writer, target, (id, &object), &described.class));
            }
            Object::Array { .. } | Object::String(_) | Object::Class(_) | Object::Boxed(_) => {}
        }
    }
    all.extend(of_class(writer, target));
    all
}

/// What there is to look at of an exception of a class of the program, besides its message.
pub(crate) fn of_thrown(writer: &mut Writer<'_, '_>, thrown: &JavaExpr, class: &str) -> Vec<(Look, JavaExpr)> {
    let observers = observers(writer, class).into_iter().filter(|(key, _)| key.method != "getMessage");
    observers
        .map(|(key, ty)| {
            let call = call(writer, thrown.clone(), &key, ty);
            (Look::OfThrown(key), call)
        })
        .collect()
}

/// What there is to look at of the class that is tested: what its other static methods tell that take nothing, or what the method
/// under test was passed.
fn of_class(writer: &mut Writer<'_, '_>, target: &Target) -> Vec<(Look, JavaExpr)> {
    let class = (&*target.key.class, Binding::Static);
    let Some(name) = writer.scope.class_name(class.0) else { return Vec::new() };
    let classes = writer.scope.classes;
    // A function of numbers and texts alone returns the same before the call.
    let takes_objects = |key: &MethodKey| {
        parse_method(&key.descriptor).is_some_and(|(parameters, _)| parameters.iter().any(|ty| !is_told(ty)))
    };
    let is_meant = |key: &MethodKey| *key != target.key && (takes_objects(key) || looks_at_statics(classes, key));
    let told = asks(writer, target, class).into_iter().filter(|(ask, ty)| is_told(ty) && is_meant(&ask.method));
    told.map(|(ask, ty)| {
        let call = asking(writer, name.clone(), &ask, ty);
        (Look::OfClass(ask), call)
    })
    .collect()
}

/// What there is to look at of an object of the input: what its methods return, then what the objects tell that they return.
fn of_object(
    writer: &mut Writer<'_, '_>,
    target: &Target,
    (id, object): (ObjectId, &JavaExpr),
    class: &str,
) -> Vec<(Look, JavaExpr)> {
    let mut asked: Vec<(Vec<Ask>, JavaExpr)> = Vec::new();
    for (ask, ty) in asks(writer, target, (class, Binding::Instance)) {
        let receiver = writer.as_receiver(object.clone(), &ask.method);
        let call = asking(writer, receiver, &ask, ty);
        asked.push((vec![ask], call));
    }
    let mut chained = Vec::new();
    for (asks, returned) in &asked {
        let JavaType::Class(held) = &returned.ty else { continue };
        // An object of the same class tells what this one does, as a list does of the rest of it.
        if held == class {
            continue;
        }
        for (key, ty) in observers(writer, held).into_iter().filter(|(_, ty)| is_told(ty)) {
            let call = call(writer, returned.clone(), &key, ty);
            chained.push(([asks.clone(), vec![Ask::of(key)]].concat(), call));
        }
    }
    chained.extend(of_built(writer, target, object, class));
    chained.truncate(MAX_CHAINED);
    asked.into_iter().chain(chained).map(|(asks, expression)| (Look::Of(id, asks), expression)).collect()
}

/// What there is to look at of what a builder builds, where the method under test is one of those that fill it.
fn of_built(
    writer: &mut Writer<'_, '_>,
    target: &Target,
    builder: &JavaExpr,
    class: &str,
) -> Vec<(Vec<Ask>, JavaExpr)> {
    let own = JavaType::Class(class.into());
    let is_filled = target.key.class == class && !target.is_constructor() && target.result() == Some(own.clone());
    let Some(info) = writer.scope.classes.class(class).filter(|_| is_filled) else { return Vec::new() };
    let ends = info.methods.iter().filter(|method| {
        method.binding == Binding::Instance
            && method.making == Making::Written
            && method.descriptor.starts_with("()")
            && MAKING.iter().any(|word| begins_with_word(&method.name, word))
            && writer.scope.can_call(&info, method)
    });
    let built = ends.filter_map(|method| match parse_method(&method.descriptor)?.1? {
        JavaType::Class(built) if built != class => Some((method, built)),
        _ => None,
    });
    let [(method, built)] = &built.collect::<Vec<_>>()[..] else { return Vec::new() };
    let key = MethodKey { class: class.into(), method: method.name.clone(), descriptor: method.descriptor.clone() };
    let whole = call(writer, builder.clone(), &key, JavaType::Class(built.clone()));
    let observers = observers(writer, built);
    let looks = observers.into_iter().map(|(observer, ty)| {
        let look = call(writer, whole.clone(), &observer, ty);
        (vec![Ask::of(key.clone()), Ask::of(observer)], look)
    });
    looks.collect()
}

/// Whether a test tells values of this type by themselves.
fn is_told(ty: &JavaType) -> bool {
    matches!(ty, JavaType::Class(class) if class == "java.lang.String") || ty.is_primitive()
}

fn call(writer: &mut Writer<'_, '_>, object: JavaExpr, key: &MethodKey, ty: JavaType) -> JavaExpr {
    let receiver = writer.as_receiver(object, key);
    asking(writer, receiver, &Ask::of(key.clone()), ty)
}

/// The call of a method of `receiver`, an expression or the name of a class.
fn asking(writer: &mut Writer<'_, '_>, receiver: String, Ask { method, passed }: &Ask, ty: JavaType) -> JavaExpr {
    let passed = passed.iter().filter_map(|at| writer.passed.get(*at)).cloned().collect();
    let passed = writer.arguments(&method.class, &method.method, passed);
    JavaExpr::new(format!("{receiver}.{}({passed})", method.method), ty)
}

/// The calls of methods of a class that only look and take nothing, or what the method under test was passed, with what they return.
fn asks(writer: &Writer<'_, '_>, target: &Target, class: (&str, Binding)) -> Vec<(Ask, JavaType)> {
    let plain = looking_methods(writer, class, takes_nothing).into_iter().map(|(key, ty)| (Ask::of(key), ty));
    plain.chain(passing(writer, target, class)).collect()
}

/// The calls of methods that only look and can be passed what the method under test was passed, with what they return: a method of one
/// parameter each argument of its type, others the first that fit. They are methods of an object of the class, or static ones.
fn passing(writer: &Writer<'_, '_>, target: &Target, class: (&str, Binding)) -> Vec<(Ask, JavaType)> {
    let mut found = Vec::new();
    for (method, ty) in looking_methods(writer, class, |descriptor| !takes_nothing(descriptor)) {
        let Some((parameters, _)) = parse_method(&method.descriptor) else { continue };
        let fitting = |wanted: &JavaType| {
            (0..target.parameters.len()).filter(|at| target.parameters[*at] == *wanted).collect::<Vec<_>>()
        };
        let choices: Vec<Vec<usize>> = match &parameters[..] {
            [wanted] => fitting(wanted).into_iter().map(|at| vec![at]).collect(),
            _ => {
                let mut chosen = Vec::new();
                for wanted in &parameters {
                    chosen.extend(fitting(wanted).into_iter().find(|at| !chosen.contains(at)));
                }
                Some(chosen).filter(|chosen| chosen.len() == parameters.len()).into_iter().collect()
            }
        };
        found.extend(choices.into_iter().map(|passed| (Ask { method: method.clone(), passed }, ty.clone())));
    }
    found.truncate(MAX_PASSING);
    found
}

/// The methods of a class of the program that take nothing and only look, with what they return. None of an enum: which constant it is
/// tells all.
fn observers(writer: &Writer<'_, '_>, class: &str) -> Vec<(MethodKey, JavaType)> {
    if writer.scope.classes.class(class).is_some_and(|class| class.kind == ClassKind::Enum) {
        return Vec::new();
    }
    looking_methods(writer, (class, Binding::Instance), takes_nothing)
}

fn takes_nothing(descriptor: &str) -> bool {
    descriptor.starts_with("()")
}

/// The methods of a class of the program that only look, with what they return, as far as their descriptors are meant: those of its
/// objects, or the static ones.
fn looking_methods(
    writer: &Writer<'_, '_>,
    (class, binding): (&str, Binding),
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<(MethodKey, JavaType)> {
    let scope = &writer.scope;
    let kind = scope.classes.class(class).map(|class| class.kind);
    if !matches!(kind, Some(ClassKind::Class | ClassKind::Record | ClassKind::Enum)) {
        return Vec::new();
    }
    let mut found: Vec<(MethodKey, JavaType)> = Vec::new();
    for owner in with_superclasses(scope.classes, class) {
        for method in owner.methods.iter().filter(|method| is_wanted(&method.descriptor)) {
            let is_meant = owner.origin == Origin::User
                && method.binding == binding
                && method.making == Making::Written
                && method.access != Access::Private
                && !NO_OBSERVERS.iter().any(|word| begins_with_word(&method.name, word))
                && method.name != "equals"
                && found
                    .iter()
                    .all(|(known, _)| (&known.method, &known.descriptor) != (&method.name, &method.descriptor));
            let Some((_, Some(ty))) = parse_method(&method.descriptor).filter(|_| is_meant) else { continue };
            let key = MethodKey {
                class: owner.name.clone(),
                method: method.name.clone(),
                descriptor: method.descriptor.clone(),
            };
            if scope.can_call(&owner, method) && only_looks(scope.classes, key.clone()) && found.len() < MAX_METHODS {
                found.push((key, scope.nameable(&ty)));
            }
        }
    }
    found
}

/// Whether a name in camel case begins with a word: `openFile` with `open`, but not `opened`.
fn begins_with_word(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// The statements of a probe that looks: at the objects of the input, then, when it has made the call, at all that there is. It
/// ends with an exception that says what it saw.
pub(crate) fn looking(writer: &mut Writer<'_, '_>, target: &Target, call: JavaExpr) -> Vec<String> {
    let mut lines = vec![format!("StringBuilder clewLook = new StringBuilder(\"{LOOKED}\");")];
    let first = looks(writer, target, None);
    lines.extend(telling(writer, &first, Moment::Before));
    let result = target.result();
    let shown = result.as_ref().map(|ty| writer.scope.nameable(ty));
    lines.push("Throwable clewEnd = null;".into());
    let made = match &shown {
        Some(ty) => {
            let name = writer.scope.type_name(ty).unwrap_or_else(|| "Object".into());
            let default = if ty.is_primitive() { literal(&ty.default_value()) } else { None };
            lines.push(format!("{name} clewResult = {};", default.unwrap_or_else(|| "null".into())));
            let text = if call.ty == *ty { call.text } else { writer.cast(call, ty) };
            format!("clewResult = {text}")
        }
        None => call.text,
    };
    lines.extend(["try {".into(), format!("    {made};"), "} catch (Throwable clewThrown) {".into()]);
    lines.extend(["    clewEnd = clewThrown;".into(), "}".into()]);
    let tell = writer.scope.helper(Helper::Tell);
    let message = line_start(Moment::After, &Look::Message);
    lines.push(format!("clewLook.append(\"{message}\").append({tell}Message(clewEnd));"));
    let result = shown.map(|ty| JavaExpr::new("clewResult", ty));
    let mut then = looks(writer, target, result.as_ref());
    let thrown = match &writer.test.outcome {
        Outcome::Throws { class } => writer.scope.class_name(class).map(|name| (class.clone(), name)),
        Outcome::Returns(_) | Outcome::NotPredicted | Outcome::Open => None,
    };
    if let Some((class, name)) = thrown {
        let thrown = JavaExpr::new(format!("(({name}) clewEnd)"), JavaType::Class(class.clone()));
        then.extend(of_thrown(writer, &thrown, &class));
    }
    lines.extend(telling(writer, &then, Moment::After));
    lines.push("clewSeen = clewLook.toString();".into());
    lines
}

/// The statements that note what there is to see at a moment.
fn telling(writer: &mut Writer<'_, '_>, looks: &[(Look, JavaExpr)], moment: Moment) -> Vec<String> {
    let tell = writer.scope.helper(Helper::Tell);
    let mut lines = Vec::new();
    // What does not tell the same when it is asked again does more than look.
    for _ in 0..2 {
        for (look, expression) in looks {
            lines.push(format!("clewLook.append(\"{}\");", line_start(moment, look)));
            lines.push("try {".into());
            lines.push(format!("    clewLook.append({tell}({}));", expression.text));
            lines.extend(["} catch (Throwable clewThrown) {".into(), "    clewLook.append(\"throws\");".into()]);
            lines.push("}".into());
        }
    }
    lines
}

/// What the line about a look starts with, as it stands in a string literal.
fn line_start(moment: Moment, look: &Look) -> String {
    format!("\\n{}{}\\t", moment.mark(), label(look))
}

/// A name for a look, without blanks; the inverse of [`look`].
fn label(look: &Look) -> String {
    let method = |key: &MethodKey| format!("{} {} {}", key.class, key.method, key.descriptor);
    let call = |ask: &Ask| {
        let passed: Vec<String> = ask.passed.iter().map(usize::to_string).collect();
        format!("{} {}", method(&ask.method), if passed.is_empty() { "-".into() } else { passed.join(",") })
    };
    match look {
        Look::Result => "result".into(),
        Look::Message => "message".into(),
        Look::OfResult(key) => format!("ofresult {}", method(key)),
        Look::OfThrown(key) => format!("ofthrown {}", method(key)),
        Look::OfClass(ask) => format!("ofclass {}", call(ask)),
        Look::Of(id, asks) => format!("of {} {}", id.0, asks.iter().map(call).collect::<Vec<_>>().join(" ")),
    }
}

/// The look of a name.
fn look(label: &str) -> Option<Look> {
    let words: Vec<&str> = label.split(' ').collect();
    let key = |class: &str, method: &str, descriptor: &str| MethodKey {
        class: class.into(),
        method: method.into(),
        descriptor: descriptor.into(),
    };
    let call = |words: &[&str]| {
        let &[class, method, descriptor, passed] = words else { return None };
        let passed = passed.split(',').filter(|at| *at != "-").map(|at| at.parse().ok());
        Some(Ask { method: key(class, method, descriptor), passed: passed.collect::<Option<_>>()? })
    };
    Some(match words[..] {
        ["result"] => Look::Result,
        ["message"] => Look::Message,
        ["ofresult", class, method, descriptor] => Look::OfResult(key(class, method, descriptor)),
        ["ofthrown", class, method, descriptor] => Look::OfThrown(key(class, method, descriptor)),
        ["ofclass", ref ask @ ..] => Look::OfClass(call(ask)?),
        ["of", id, ref asks @ ..] => {
            Look::Of(ObjectId(id.parse().ok()?), asks.chunks(4).map(call).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// What a probe saw at a moment: the words about each look, where it told the same twice.
pub(crate) fn read(message: &str, moment: Moment) -> BTreeMap<Look, String> {
    let mut seen: BTreeMap<Look, String> = BTreeMap::new();
    let mut odd = BTreeSet::new();
    for line in message.strip_prefix(LOOKED).into_iter().flat_map(str::lines) {
        let Some((label, words)) = line.strip_prefix(moment.mark()).and_then(|line| line.split_once('\t')) else {
            continue;
        };
        let Some(look) = look(label) else { continue };
        match seen.insert(look.clone(), words.to_owned()) {
            Some(first) if first != words => drop(odd.insert(look)),
            Some(_) | None => {}
        }
    }
    seen.retain(|look, _| !odd.contains(look));
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_with_whole_words() {
        assert!(begins_with_word("openFile", "open") && begins_with_word("open", "open"));
        assert!(begins_with_word("next2", "next") && !begins_with_word("opened", "open"));
    }

    #[test]
    fn what_a_probe_says_is_read_back_where_it_says_the_same_twice() {
        let key = MethodKey { class: "demo.A".into(), method: "size".into(), descriptor: "()I".into() };
        let size = Look::Of(ObjectId(3), vec![Ask::of(key.clone())]);
        let find = Ask { method: MethodKey { method: "find".into(), ..key.clone() }, passed: vec![1, 0] };
        let chained = Look::Of(ObjectId(3), vec![find.clone(), Ask::of(key.clone())]);
        let of_class = Look::OfClass(find);
        let of_thrown = Look::OfThrown(key.clone());
        let of_result = Look::OfResult(key);
        for look_at in [&size, &chained, &of_result, &of_thrown, &of_class, &Look::Result, &Look::Message] {
            assert_eq!(look(&label(look_at)).as_ref(), Some(look_at));
        }
        let line = |look: &Look, words: &str| format!("\nafter {}\t{words}", label(look));
        let said = [line(&size, "a"), line(&of_result, "b"), line(&size, "a"), line(&of_result, "c")].concat();
        let said = format!("{LOOKED}\nbefore {}\tb{said}", label(&size));
        assert_eq!(read(&said, Moment::After), BTreeMap::from([(size.clone(), "a".to_owned())]));
        assert_eq!(read(&said, Moment::Before), BTreeMap::from([(size, "b".to_owned())]));
        assert_eq!(read("an exception of the code's own", Moment::After), BTreeMap::new());
    }
}
