//! Methods of the JDK of which the documentation says what they return, and whose code does not tell it.

use crate::classes::ClassSet;
use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{State, Var};
use crate::summary::{Known, length_of};
use crate::transfer::Fact;
use clew_ir::{Callee, Expr, InvokeKind, MethodRef};

/// Methods that never return null, by class. All are static, or of classes without subclasses, or final.
const OBJECTS: [(&str, &[&str]); 19] = [
    ("java/lang/Object", &["getClass"]),
    ("java/lang/Thread", &["currentThread"]),
    ("java/lang/Boolean", BOXES),
    ("java/lang/Byte", BOXES),
    ("java/lang/Character", BOXES),
    ("java/lang/Short", BOXES),
    ("java/lang/Integer", BOXES),
    ("java/lang/Long", BOXES),
    ("java/lang/Float", BOXES),
    ("java/lang/Double", BOXES),
    ("java/lang/StringBuilder", BUILDERS),
    ("java/lang/StringBuffer", BUILDERS),
    (
        "java/lang/String",
        &[
            "concat",
            "copyValueOf",
            "format",
            "formatted",
            "getBytes",
            "indent",
            "intern",
            "join",
            "repeat",
            "replace",
            "replaceAll",
            "replaceFirst",
            "split",
            "strip",
            "stripIndent",
            "stripLeading",
            "stripTrailing",
            "subSequence",
            "substring",
            "toCharArray",
            "toLowerCase",
            "toString",
            "toUpperCase",
            "trim",
            "chars",
            "codePoints",
            "lines",
        ],
    ),
    (
        "java/lang/Class",
        &[
            "getName",
            "getSimpleName",
            "getTypeName",
            "getInterfaces",
            "getFields",
            "getMethods",
            "getConstructors",
            "getDeclaredFields",
            "getDeclaredMethods",
            "getDeclaredConstructors",
            "getDeclaredClasses",
            "toString",
        ],
    ),
    ("java/util/Arrays", &["asList", "copyOf", "copyOfRange", "stream", "toString", "deepToString"]),
    (
        "java/util/Collections",
        &[
            "emptyList",
            "emptyMap",
            "emptySet",
            "emptyIterator",
            "singleton",
            "singletonList",
            "singletonMap",
            "unmodifiableCollection",
            "unmodifiableList",
            "unmodifiableMap",
            "unmodifiableSet",
            "synchronizedList",
            "synchronizedMap",
        ],
    ),
    ("java/util/List", &["of", "copyOf"]),
    ("java/util/Map", &["of", "copyOf", "entry", "ofEntries"]),
    ("java/util/Set", &["of", "copyOf"]),
];

const BOXES: &[&str] = &["valueOf", "toString", "toHexString", "toOctalString", "toBinaryString", "toUnsignedString"];
const BUILDERS: &[&str] = &[
    "append",
    "appendCodePoint",
    "delete",
    "deleteCharAt",
    "insert",
    "replace",
    "reverse",
    "subSequence",
    "substring",
    "toString",
];

/// Methods of `String`, which never changes, that return an index or -1.
const INDICES: [&str; 2] = ["indexOf", "lastIndexOf"];

/// What the library says of a call.
pub(crate) fn known(
    frame: &Frame<'_>,
    state: &State,
    kind: InvokeKind,
    method: &MethodRef,
    args: &[Expr],
) -> Option<Known> {
    let fact = |fact| Some(Known { value: Some(fact), ..Known::default() });
    if let (Some('['), "clone", [Expr::Reg(array)]) = (method.class.chars().next(), &*method.name, args) {
        let classes = state.reference(Var::Reg(*array)).classes().clone();
        let value = Some(Fact::Reference(Reference::object(classes)));
        return Some(Known { value, length: length_of(frame, state, *array), ..Known::default() });
    }
    if let Some(number) = arithmetic(frame, state, method, args) {
        return fact(Fact::Number(number));
    }
    match (&*method.class, &*method.name, args) {
        ("java/util/Arrays", "copyOf", [_, length]) => Some(Known {
            value: Some(Fact::Reference(Reference::object(ClassSet::top()))),
            length: frame.number(state, length).map(|number| (number, frame.linear(state, length))),
            ..Known::default()
        }),
        ("java/lang/String", "length", _) => fact(Fact::Number(Number::between(0, i64::from(i32::MAX)))),
        ("java/lang/String", name, _) if INDICES.contains(&name) => {
            fact(Fact::Number(Number::between(-1, i64::from(i32::MAX))))
        }
        // That of an object is what its own `toString` returns.
        ("java/lang/String", "valueOf", _) if !method.descriptor.starts_with("(Ljava/lang/Object;)") => never_null(),
        _ if returns_object(frame, kind, method) => never_null(),
        _ => None,
    }
}

/// What functions of whole numbers return, which choose between their arguments or bound them.
fn arithmetic(frame: &Frame<'_>, state: &State, method: &MethodRef, args: &[Expr]) -> Option<Number> {
    let has_them =
        matches!(&*method.class, "java/lang/Math" | "java/lang/StrictMath" | "java/lang/Integer" | "java/lang/Long");
    if !has_them || !matches!(&*method.descriptor, "(I)I" | "(J)J" | "(II)I" | "(JJ)J" | "(J)I" | "(JJ)I") {
        return None;
    }
    let numbers: Vec<Number> = args.iter().map(|arg| frame.number(state, arg)).collect::<Option<_>>()?;
    let between = |low: i64, high: i64| Some(Number::between(low, high));
    match (&*method.name, &numbers[..]) {
        ("max", [one, two]) => between(one.low().max(two.low()), one.high().max(two.high())),
        ("min", [one, two]) => between(one.low().min(two.low()), one.high().min(two.high())),
        // That of the least number is that number itself.
        ("abs", [one]) if one.low() > i64::from(i32::MIN) => {
            let least = if one.low() <= 0 && one.high() >= 0 { 0 } else { one.low().abs().min(one.high().abs()) };
            between(least, one.low().abs().max(one.high().abs()))
        }
        ("floorMod", [_, by]) if by.low() > 0 => between(0, by.high() - 1),
        ("compare", [_, _]) | ("signum", [_]) => between(-1, 1),
        _ => None,
    }
}

fn never_null() -> Option<Known> {
    let value = Fact::Reference(Reference::top().with(Nullness::OBJECT));
    Some(Known { value: Some(value), ..Known::default() })
}

fn returns_object(frame: &Frame<'_>, kind: InvokeKind, method: &MethodRef) -> bool {
    let returns_reference =
        method.descriptor.rsplit_once(')').is_some_and(|(_, returns)| returns.starts_with(['L', '[']));
    // Every class has this one of `Object`; a class file could still have another of the same name.
    let is_of_object = || {
        let resolved = frame.world.resolve_method(method, kind).map(|id| frame.world.method(id).class);
        resolved.is_ok_and(|class| &*frame.world.class(class).name == "java/lang/Object")
    };
    let class = if &*method.name == "getClass" && is_of_object() { "java/lang/Object" } else { &method.class };
    returns_reference && OBJECTS.iter().any(|(owner, names)| *owner == class && names.contains(&&*method.name))
}

/// What is known of a call site that a bootstrap method links: those of the JDK for lambdas and for text make objects.
pub(crate) fn linked(callee: &Callee) -> Known {
    let Callee::Dynamic(site) = callee else { return Known::default() };
    let returns = site.descriptor.rsplit_once(')').map(|(_, returns)| returns.into());
    let makes_objects =
        matches!(&*site.bootstrap.class, "java/lang/invoke/LambdaMetafactory" | "java/lang/invoke/StringConcatFactory");
    let value = makes_objects.then(|| Fact::Reference(Reference::top().with(Nullness::OBJECT)));
    Known { returns, value, ..Known::default() }
}
