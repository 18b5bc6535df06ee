//! What tests look at when their call has ended, as the running program gave it: the result, the message of an exception, and what
//! methods that only look tell of the objects around the call. It is written into a probe here, and read from what the probe tells.

use crate::classes::{Access, Binding, ClassKind, Making, Origin, with_superclasses};
use crate::helpers::Helper;
use crate::java::{JavaType, literal, parse_method};
use crate::lasting::only_looks;
use crate::target::Target;
use crate::told::Told;
use crate::writer::{JavaExpr, Writer};
use clew_facts::{MethodKey, Object, ObjectId, Outcome, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How many methods are asked of an object.
const MAX_METHODS: usize = 12;
/// What the message of a probe starts with that looks.
pub(crate) const LOOKED: &str = "looked";
/// What the names of methods start with that do more than look, or of which nothing worth saying is known.
const NO_OBSERVERS: &[&str] = &[
    "hashCode", "toString", "clone", "next", "poll", "pop", "remove", "close", "open", "iterator", "stream", "copy",
    "build", "create", "new", "make",
];

/// Something that a test can look at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Look {
    /// What the call returned.
    Result,
    /// The message of the exception that it threw.
    Message,
    /// What this method of the result returns.
    OfResult(MethodKey),
    /// What this method of an object of the input returns after the call.
    Of(ObjectId, MethodKey),
}

/// What was seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    pub(crate) look: Look,
    pub(crate) told: Told,
    /// Whether it was another one before the call.
    pub(crate) has_changed: bool,
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
        if !matches!(described.object, Object::Instance { .. } | Object::Made(_)) {
            continue;
        }
        for (key, ty) in observers(writer, &described.class) {
            let call = call(writer, object.clone(), &key, ty);
            all.push((Look::Of(id, key), call));
        }
    }
    all
}

fn call(writer: &mut Writer<'_, '_>, object: JavaExpr, key: &MethodKey, ty: JavaType) -> JavaExpr {
    let target = writer.as_owner(object, &key.class);
    JavaExpr::new(format!("{target}.{}()", key.method), ty)
}

/// The methods of a class of the program that only look, with what they return.
fn observers(writer: &Writer<'_, '_>, class: &str) -> Vec<(MethodKey, JavaType)> {
    let scope = &writer.scope;
    let kind = scope.classes.class(class).map(|class| class.kind);
    if !matches!(kind, Some(ClassKind::Class | ClassKind::Record)) {
        return Vec::new();
    }
    let mut found: Vec<(MethodKey, JavaType)> = Vec::new();
    for owner in with_superclasses(scope.classes, class) {
        for method in owner.methods.iter().filter(|method| method.descriptor.starts_with("()")) {
            let is_meant = owner.origin == Origin::User
                && method.binding == Binding::Instance
                && method.making == Making::Written
                && method.access != Access::Private
                && !NO_OBSERVERS.iter().any(|start| method.name.starts_with(start))
                && found.iter().all(|(known, _)| known.method != method.name);
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
    let then = looks(writer, target, result.as_ref());
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
    match look {
        Look::Result => "result".into(),
        Look::Message => "message".into(),
        Look::OfResult(key) => format!("ofresult {}", method(key)),
        Look::Of(id, key) => format!("of {} {}", id.0, method(key)),
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
    Some(match words[..] {
        ["result"] => Look::Result,
        ["message"] => Look::Message,
        ["ofresult", class, method, descriptor] => Look::OfResult(key(class, method, descriptor)),
        ["of", id, class, method, descriptor] => Look::Of(ObjectId(id.parse().ok()?), key(class, method, descriptor)),
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
    fn what_a_probe_says_is_read_back_where_it_says_the_same_twice() {
        let key = MethodKey { class: "demo.A".into(), method: "size".into(), descriptor: "()I".into() };
        let (size, of_result) = (Look::Of(ObjectId(3), key.clone()), Look::OfResult(key));
        for look_at in [&size, &of_result, &Look::Result, &Look::Message] {
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
