//! The laws of [`AbstractDomain`], tested on every domain, and the operations on numbers against the virtual machine's.

use clew_absint::{
    AbstractDomain, ClassSet, Congruence, Interval, Nullness, Number, ObjectClass, OnOverflow, Reference, Width, Zone,
};
use clew_ir::{BinaryOp, Conversion, UnaryOp, Value, eval_binary, eval_unary};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Numbers at which machines and widening like to go wrong, and a few others.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        -20i64..20,
        Just(i64::from(i32::MIN)),
        Just(i64::from(i32::MAX)),
        Just(i64::MIN),
        Just(i64::MAX),
        any::<i32>().prop_map(i64::from),
        any::<i64>(),
    ]
}

fn intervals() -> impl Strategy<Value = Interval> {
    (number(), number()).prop_map(|(one, two)| Interval::new(one.min(two), one.max(two)))
}

fn congruences() -> impl Strategy<Value = Congruence> {
    prop_oneof![
        (0i64..40, number()).prop_map(|(modulus, residue)| Congruence::new(modulus.into(), residue.into())),
        (any::<u64>(), number()).prop_map(|(modulus, residue)| Congruence::new(modulus.into(), residue.into())),
        Just(Congruence::bottom()),
    ]
}

fn numbers() -> impl Strategy<Value = Number> {
    (intervals(), congruences()).prop_map(|(interval, congruence)| Number::of(interval, congruence))
}

fn nullnesses() -> impl Strategy<Value = Nullness> {
    (any::<bool>(), any::<bool>()).prop_map(|(null, object)| Nullness { null, object })
}

const CLASSES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

fn class_sets() -> impl Strategy<Value = ClassSet> {
    let one = (0..CLASSES.len(), any::<bool>()).prop_map(|(class, exact)| match exact {
        true => ClassSet::exactly(CLASSES[class].into()),
        false => ClassSet::instances(CLASSES[class].into()),
    });
    let few = proptest::collection::vec((one, any::<bool>()), 0..4);
    few.prop_map(|few| {
        few.into_iter().fold(ClassSet::top(), |sum, (one, joins)| if joins { sum.join(&one) } else { sum.meet(&one) })
    })
}

fn objects() -> impl Strategy<Value = ObjectClass> {
    (0..CLASSES.len(), proptest::collection::btree_set(0..CLASSES.len(), 0..4)).prop_map(|(class, above)| ObjectClass {
        class: CLASSES[class].into(),
        supertypes: above.into_iter().chain([class]).map(|at| CLASSES[at].into()).collect(),
    })
}

fn references() -> impl Strategy<Value = Reference> {
    (nullnesses(), class_sets()).prop_map(|(nullness, classes)| Reference::of(nullness, classes))
}

fn zones() -> impl Strategy<Value = Zone<u8>> {
    proptest::collection::vec((0u8..4, 0u8..4, -6i64..6), 0..6).prop_map(|constraints| {
        let mut zone = Zone::top();
        constraints.into_iter().for_each(|(x, y, c)| zone.add(&x, &y, c));
        zone
    })
}

fn valuations() -> impl Strategy<Value = BTreeMap<u8, i64>> {
    proptest::collection::btree_map(0u8..4, -8i64..8, 4)
}

/// Checks all laws on three elements and one concrete thing.
fn keeps_laws<D: AbstractDomain>(a: &D, b: &D, more: &[D], concrete: &D::Concrete) -> Result<(), TestCaseError>
where
    D::Concrete: Debug,
{
    let thresholds = [-7, 0, 3, 100];
    prop_assert!(D::top().contains(concrete) && !D::bottom().contains(concrete));
    prop_assert!(D::bottom().is_bottom() && !(a.is_bottom() && a.contains(concrete)));
    prop_assert!(a.includes(a) && D::top().includes(a) && a.includes(&D::bottom()));
    prop_assert!(!a.includes(b) || !b.contains(concrete) || a.contains(concrete));
    let in_either = a.contains(concrete) || b.contains(concrete);
    let in_both = a.contains(concrete) && b.contains(concrete);
    for above in [a.join(b), a.widen(b, &thresholds)] {
        prop_assert!(above.includes(a) && above.includes(b), "{above:?} is not above {a:?} and {b:?}");
        prop_assert!(!in_either || above.contains(concrete), "{concrete:?} is missing in {above:?}");
    }
    for below in [a.meet(b), a.narrow(b)] {
        prop_assert!(a.includes(&below), "{below:?} is not below {a:?}");
        prop_assert!(!in_both || below.contains(concrete), "{concrete:?} is missing in {below:?}");
    }
    // However often the same few elements come in, widening comes to rest.
    let mut widened = a.clone();
    for round in 0..200 {
        let before = widened.clone();
        widened = more.iter().fold(widened, |sum, next| sum.widen(&sum.join(next), &thresholds));
        if widened == before {
            break;
        }
        prop_assert!(round < 199, "{before:?} becomes {widened:?}");
    }
    Ok(())
}

/// Tests the laws on every domain of the list.
macro_rules! laws {
    ($($name:ident: $elements:expr, $concrete:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(2_000))]
            $(
                #[test]
                fn $name(
                    a in $elements,
                    b in $elements,
                    more in proptest::collection::vec($elements, 0..5),
                    concrete in $concrete,
                ) {
                    keeps_laws(&a, &b, &more, &concrete)?;
                }
            )*
        }
    };
}

laws! {
    intervals_keep_the_laws: intervals(), number();
    congruences_keep_the_laws: congruences(), number();
    numbers_keep_the_laws: numbers(), number();
    nullness_keeps_the_laws: nullnesses(), any::<bool>();
    sets_of_classes_keep_the_laws: class_sets(), objects();
    references_keep_the_laws: references(), proptest::option::of(objects());
    zones_keep_the_laws: zones(), valuations();
}

const OPERATORS: [BinaryOp; 12] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Ushr,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::CompareLong,
];

fn value(width: Width, number: i64) -> Value {
    match width {
        Width::W32 => Value::Bv32(number as i32),
        Width::W64 => Value::Bv64(number),
    }
}

fn as_number(value: &Value) -> Option<i64> {
    match value {
        Value::Bv32(value) => Some(i64::from(*value)),
        Value::Bv64(value) => Some(*value),
        _ => None,
    }
}

/// A set of numbers of a width with one of them.
fn around(width: Width, value: i64, below: u16, above: u16, step: i64) -> (Number, i64) {
    let value = if width == Width::W32 { i64::from(value as i32) } else { value };
    let interval = Interval::new(value.saturating_sub(below.into()), value.saturating_add(above.into()));
    let congruence = Congruence::new(step.into(), value.into());
    (Number::of(interval.meet(&width.all()), congruence), value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn operations_have_all_results(
        op in 0..OPERATORS.len(),
        is_long in any::<bool>(),
        (left, right) in (number(), number()),
        (below, above) in (0u16..300, 0u16..300),
        (step, other) in (1i64..9, 1i64..9),
        shape in any::<bool>(),
    ) {
        let op = OPERATORS[op];
        let width = if is_long || op == BinaryOp::CompareLong { Width::W64 } else { Width::W32 };
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
        let right_width = if shifts { Width::W32 } else { width };
        let (one, left) = around(width, left, below, above, step);
        let (two, right) = if shape {
            around(right_width, right, 0, 0, 1)
        } else {
            around(right_width, right, above, below, other)
        };
        prop_assert!(one.contains(&left) && two.contains(&right));
        let Ok(result) = eval_binary(op, &value(width, left), &value(right_width, right)) else { return Ok(()) };
        let result = as_number(&result).expect("a machine number");
        let outcome = Number::binary(op, width, &one, &two, OnOverflow::Wraps).expect("a number");
        prop_assert!(outcome.number.contains(&result), "{left} {op:?} {right} = {result}, not in {outcome:?}");
        if outcome.exact {
            let (left, right) = (i128::from(left), i128::from(right));
            let mathematical = match op {
                BinaryOp::Add => Some(left + right),
                BinaryOp::Sub => Some(left - right),
                BinaryOp::Mul => Some(left * right),
                BinaryOp::Div => Some(left / right),
                _ => None,
            };
            prop_assert!(mathematical.is_none_or(|exact| exact == i128::from(result)));
        }
    }

    #[test]
    fn conversions_and_signs_have_all_results(
        start in number(), below in 0u16..400, above in 0u16..400, step in 1i64..9, is_long in any::<bool>(),
    ) {
        let width = if is_long { Width::W64 } else { Width::W32 };
        let (set, start) = around(width, start, below, above, step);
        let negated = eval_unary(UnaryOp::Neg, &value(width, start)).expect("a number");
        prop_assert!(set.negated(width, OnOverflow::Wraps).number.contains(&as_number(&negated).expect("a number")));
        let all: &[Conversion] = match width {
            Width::W32 => &[Conversion::I2L, Conversion::I2B, Conversion::I2C, Conversion::I2S],
            Width::W64 => &[Conversion::L2I],
        };
        for conversion in all {
            let result = eval_unary(UnaryOp::Convert(*conversion), &value(width, start)).expect("a number");
            let converted = set.converted(*conversion).expect("a number");
            prop_assert!(converted.contains(&as_number(&result).expect("a number")));
        }
    }
}
