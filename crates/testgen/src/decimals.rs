//! Decimal numbers as people write them.

use crate::java::quoted;
use clew_facts::{Call, Value};

/// The class of decimal numbers.
pub(crate) const CLASS: &str = "java.math.BigDecimal";

/// How many digits behind the point are written out.
const MAX_PLAIN_SCALE: u32 = 12;

/// A call that makes a decimal number.
pub(crate) fn written(class: &str, unscaled: i64, scale: i32) -> String {
    let Some(places) = u32::try_from(scale).ok().filter(|places| *places <= MAX_PLAIN_SCALE) else {
        return format!("{class}.valueOf({unscaled}L, {scale})");
    };
    let unit = 10_u64.pow(places);
    let (whole, rest) = (unscaled.unsigned_abs() / unit, unscaled.unsigned_abs() % unit);
    let sign = if unscaled < 0 { "-" } else { "" };
    let text = match places {
        0 => format!("{sign}{whole}"),
        places => format!("{sign}{whole}.{rest:0width$}", width = places as usize),
    };
    format!("new {class}({})", quoted(&text))
}

/// An expression that does the same as a call of `BigDecimal.valueOf` with a scale. `None` where the call itself says it best: zeros with a
/// scale are objects that all share, and a large scale is a power of ten.
pub(crate) fn made_by(class: &str, call: &Call) -> Option<String> {
    let is_meant = call.method.class == CLASS && call.method.method == "valueOf";
    match call.arguments[..] {
        [Value::Long(unscaled), Value::Int(0)] if is_meant => {
            let suffix = if i32::try_from(unscaled).is_ok() { "" } else { "L" };
            Some(format!("{class}.valueOf({unscaled}{suffix})"))
        }
        [Value::Long(unscaled), Value::Int(scale)] if is_meant && unscaled != 0 => {
            let is_plain = u32::try_from(scale).is_ok_and(|places| places <= MAX_PLAIN_SCALE);
            is_plain.then(|| written(class, unscaled, scale))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{made_by, written};
    use clew_facts::{Call, MethodKey, Value};

    #[test]
    fn numbers_are_written_as_people_do() {
        for (unscaled, scale, expected) in [
            (0, 0, "new BigDecimal(\"0\")"),
            (100, 0, "new BigDecimal(\"100\")"),
            (150, 2, "new BigDecimal(\"1.50\")"),
            (-5, 3, "new BigDecimal(\"-0.005\")"),
            (0, 2, "new BigDecimal(\"0.00\")"),
            (i64::MAX, 12, "new BigDecimal(\"9223372.036854775807\")"),
            (7, -2, "BigDecimal.valueOf(7L, -2)"),
            (7, 13, "BigDecimal.valueOf(7L, 13)"),
        ] {
            assert_eq!(written("BigDecimal", unscaled, scale), expected);
        }
    }

    #[test]
    fn what_value_of_gives_to_all_is_not_made_anew() {
        let method = MethodKey {
            class: "java.math.BigDecimal".into(),
            method: "valueOf".into(),
            descriptor: "(JI)Ljava/math/BigDecimal;".into(),
        };
        for (unscaled, scale, expected) in [
            (10, 0, Some("BigDecimal.valueOf(10)")),
            (1 << 40, 0, Some("BigDecimal.valueOf(1099511627776L)")),
            (150, 2, Some("new BigDecimal(\"1.50\")")),
            (0, 2, None),
            (7, 30, None),
        ] {
            let call = Call::new(method.clone(), vec![Value::Long(unscaled), Value::Int(scale)]);
            assert_eq!(made_by("BigDecimal", &call).as_deref(), expected);
        }
    }
}
