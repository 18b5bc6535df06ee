//! Decimal numbers, which are asserted as values: nobody means the object.

use super::Asserter;
use crate::java::quoted;
use clew_facts::{HeapObject, Object, ObjectId, Value};

const CLASS: &str = "java.math.BigDecimal";

/// How many digits behind the point are written out.
const MAX_PLAIN_SCALE: u32 = 12;

impl Asserter<'_, '_, '_> {
    /// An expression for a decimal number: the name of the object, or a call that makes an equal one. `None` of other objects, and of
    /// numbers that are not known or need more than 64 bits.
    pub(super) fn decimal(&mut self, id: ObjectId) -> Option<String> {
        let test = self.writer.test;
        let HeapObject { class, object } = test.heap_after.get(&id).or_else(|| test.heap.get(&id))?;
        if class != CLASS {
            return None;
        }
        if let Some(known) = self.made.get(&id).or_else(|| self.writer.objects.get(&id)) {
            return Some(known.text.clone());
        }
        match object {
            Object::OfStatic(_) => self.writer.simple(id, class, object).ok().map(|constant| constant.text),
            Object::Instance { fields } => {
                let field = |name: &str| fields.iter().find(|(key, _)| key.name == name).map(|(_, value)| value);
                // Another value stands for a number of more bits.
                let Some(Value::Long(unscaled)) = field("intCompact").filter(|value| **value != Value::Long(i64::MIN))
                else {
                    return None;
                };
                let Some(Value::Int(scale)) = field("scale") else { return None };
                Some(written(&self.writer.scope.claim(CLASS), *unscaled, *scale))
            }
            _ => None,
        }
    }
}

/// A call that makes a decimal number.
fn written(class: &str, unscaled: i64, scale: i32) -> String {
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

#[cfg(test)]
mod tests {
    use super::written;

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
}
