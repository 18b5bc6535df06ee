//! Methods of the JDK of which the documentation says what they return, and whose code does not tell it.

use crate::classes::ClassSet;
use crate::contracts::{contract_of, is_settled};
use crate::domain::AbstractDomain;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{State, Var};
use crate::summary::{Known, length_of};
use crate::transfer::Fact;
use crate::trust::Trusted;
use clew_ir::{Callee, Expr, InvokeKind, MethodRef};
use clew_jvm::{ClassId, Method, MethodId, Provenance};

/// Methods of `String`, which never changes, that return an index or -1.
const INDICES: [&str; 2] = ["indexOf", "lastIndexOf"];

/// Methods of final classes that return a new array without `null` among its elements.
const FILLED: [(&str, &str); 5] = [
    ("java/lang/String", "split"),
    ("java/util/regex/Pattern", "split"),
    ("java/lang/Class", "getInterfaces"),
    ("java/lang/Class", "getDeclaredFields"),
    ("java/lang/Class", "getDeclaredMethods"),
];

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
        (class, name, _) if FILLED.contains(&(class, name)) => {
            never_null().map(|known| Known { is_filled: true, ..known })
        }
        _ if keeps_contract(frame, state, kind, method, args) => never_null(),
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

/// Whether the contract of a method has it return an object, and whatever the call runs keeps to that.
fn keeps_contract(frame: &Frame<'_>, state: &State, kind: InvokeKind, method: &MethodRef, args: &[Expr]) -> bool {
    let Ok(resolved) = frame.world.resolve_method(method, kind) else { return false };
    let resolved = frame.world.method(resolved);
    let Some(contract) = contract_of(frame.world, &resolved) else { return false };
    if is_settled(frame.world, &resolved) {
        return true;
    }
    let Some(receiver) = args.first().filter(|_| !resolved.is_static()) else { return false };
    let trust = frame.summaries.trust();
    trust.in_class_path()
        && overriders(frame, state, kind, &resolved, method, receiver)
            .is_some_and(|all| all.iter().all(|own| frame.summaries.returns_object(*own, frame.depth)))
        && trust.allows(Trusted::Contract(contract))
}

/// The methods outside the JDK that a call may run, as far as the class path tells.
fn overriders(
    frame: &Frame<'_>,
    state: &State,
    kind: InvokeKind,
    resolved: &Method,
    method: &MethodRef,
    receiver: &Expr,
) -> Option<Vec<MethodId>> {
    let world = frame.world;
    let runs = match kind {
        InvokeKind::Special => vec![world.special_target(frame.method.class, resolved.id).ok()?],
        InvokeKind::Static => return None,
        InvokeKind::Virtual | InvokeKind::Interface => {
            let classes: Vec<ClassId> = match frame.reference(state, receiver).classes().exact() {
                Some(exact) => exact.iter().map(|class| world.load(class).ok()).collect::<Option<_>>()?,
                None => world.subtypes(world.load(&method.class).ok()?).to_vec(),
            };
            // A class that has no such method runs none.
            classes.iter().filter_map(|class| world.select(*class, resolved.id).ok()).collect()
        }
    };
    let is_outside = |id: &MethodId| world.class(world.method(*id).class).provenance != Provenance::Jdk;
    Some(runs.into_iter().filter(is_outside).collect())
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
