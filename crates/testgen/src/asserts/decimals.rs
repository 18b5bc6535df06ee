//! Decimal numbers, which are asserted as values: nobody means the object.

use super::Asserter;
use crate::decimals::{CLASS, written};
use clew_facts::{HeapObject, Object, ObjectId, Value};

impl Asserter<'_, '_, '_> {
    /// An expression for a decimal number: the name of the object, or a call that makes an equal one. `None` of other objects, and of
    /// numbers that are not known or need more than 64 bits.
    pub(super) fn decimal(&mut self, id: ObjectId) -> Option<String> {
        let HeapObject { class, object } = self.after(id)?;
        if class != CLASS {
            return None;
        }
        if let Some(known) = self.known(id) {
            return Some(known);
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
