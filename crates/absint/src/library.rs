//! Methods of the JDK of which the documentation says what they return, and whose code does not tell it.

use crate::classes::ClassSet;
use crate::contracts::{documented, is_certain};
use crate::domain::AbstractDomain;
use crate::fact::Fact;
use crate::frame::Frame;
use crate::nullness::Nullness;
use crate::number::Number;
use crate::reference::Reference;
use crate::state::{State, Var};
use crate::summary::{Known, length_of};
use clew_ir::{Callee, Expr, InvokeKind, MethodRef};

/// Methods of `String`, which never changes, that return an index or -1.
const INDICES: [&str; 2] = ["indexOf", "lastIndexOf"];

/// Methods of final classes that return a new array without `null` among its elements.
const FILLED: [(&str, &str); 4] = [
    ("java/lang/String", "split"),
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
        _ if keeps_contract(frame, kind, method) => never_null(),
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

/// Whether the JDK's documentation has a method return an object, and whatever the call runs keeps to that.
fn keeps_contract(frame: &Frame<'_>, kind: InvokeKind, method: &MethodRef) -> bool {
    let world = frame.world;
    let Ok(resolved) = world.resolve_method(method, kind) else { return false };
    let Some(documented) = documented(world, &world.method(resolved)) else { return false };
    is_certain(world, &world.method(documented)) || frame.summaries.keep(documented)
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
