//! Texts of bounded length as terms: a number of characters and the characters that there can be at most.
//!
//! The JDK's loops over characters take a path for each number of rounds. What they compute of a text is a term over its characters
//! (`texts/terms.rs`, `texts/numerals.rs`), so a model of such a loop is one step.

pub(crate) mod numerals;
pub(crate) mod terms;
#[cfg(test)]
mod tests;

use crate::core::Core;
use crate::flow::object_of;
use crate::machine::Machine;
use crate::state::text::{MAX_UNITS, Text, bounded, most_of};
use crate::state::{State, provenance_of_new};
use crate::strings::{UTF16, layout_changed};
use crate::types::{heap_field, type_of};
use clew_facts::CutReason;
use clew_heap::{Array, ArrayData, Kind, Object, ObjectId, Ref, Value};
use clew_term::Term;

impl Machine<'_> {
    /// The text of a string into which somebody has looked, if all of it can be followed.
    pub(crate) fn text_of_string(&mut self, state: &State, string: ObjectId) -> Option<Text> {
        let bytes = crate::strings::characters(self, state, string)?;
        self.text_of_bytes(state, bytes)
    }
}

/// The number of which these bytes, those of a string, are the decimal numeral.
pub(crate) fn numeral_of(state: &State, bytes: Value) -> Option<Term> {
    let Value::Ref(Ref::Object(bytes)) = bytes else { return None };
    state.globals.texts.numerals.get(&bytes).copied()
}

impl Core<'_> {
    /// A new string with the decimal numeral of an `int` or a `long`.
    pub(crate) fn numeral(&mut self, state: &mut State, number: Term) -> Result<ObjectId, CutReason> {
        let text = numerals::numeral(&mut self.pool, number);
        let string = self.string_of_text(state, &text)?;
        if let Some(Value::Ref(Ref::Object(bytes))) = crate::strings::characters(self, state, string) {
            state.globals.texts.numerals.insert(bytes, number);
        }
        Ok(string)
    }

    /// A new array with the bytes of a text.
    pub(crate) fn bytes_of_text(&mut self, state: &mut State, text: &Text) -> Result<ObjectId, CutReason> {
        let length = bounded(&mut self.pool, text.length, text.units.len());
        let one = self.pool.bv32(1);
        let length = self.pool.shl(length, one);
        let mut elements = imbl::Vector::new();
        for unit in &text.units {
            elements.extend(self.memo.units.bytes_of(&mut self.pool, *unit));
        }
        let (ty, kind) = self.element_kind_of("[B")?;
        Ok(self.allocate_array(state, ty, Array { kind, length, data: ArrayData::Dense(elements) }))
    }

    /// A new string with the characters of a text.
    pub(crate) fn string_of_text(&mut self, state: &mut State, text: &Text) -> Result<ObjectId, CutReason> {
        let class = self.load("java/lang/String")?;
        let bytes = self.bytes_of_text(state, text)?;
        let mut object = Object::new(type_of(class), provenance_of_new(state));
        let world = self.world;
        for field in world.instance_fields(class).iter().map(|field| world.field(*field)) {
            let content = match (&*field.name, &*field.descriptor) {
                ("value", "[B") => Value::Ref(Ref::Object(bytes)),
                ("coder", "B") => Value::Term(self.pool.bv32(UTF16)),
                ("hash", "I") | ("hashIsZero", "Z") => Value::Term(self.pool.bv32(0)),
                _ => return Err(layout_changed()),
            };
            object.initialize_field(heap_field(field.id), content);
        }
        Ok(state.heap.allocate(object))
    }
}

impl Core<'_> {
    /// The text that an array of bytes holds, if all of it can be followed.
    pub(crate) fn text_of_bytes(&mut self, state: &State, bytes: Value) -> Option<Text> {
        let Value::Ref(reference) = bytes else { return None };
        let array = state.heap.object(object_of(state, reference)?).array()?;
        let ArrayData::Dense(elements) = &array.data else { return None };
        if array.kind != Kind::Byte || elements.len() > 2 * MAX_UNITS {
            return None;
        }
        let (bytes, elements) = (array.length, elements.clone());
        let one = self.pool.bv32(1);
        let length = self.pool.lshr(bytes, one);
        most_of(&self.pool, length)?;
        let mut units = Vec::with_capacity(elements.len() / 2);
        let mut elements = elements.into_iter();
        while let (Some(low), Some(high)) = (elements.next(), elements.next()) {
            let (Value::Term(low), Value::Term(high)) = (low, high) else { return None };
            units.push(self.memo.units.unit_of(&mut self.pool, low, high));
        }
        Some(Text { length, units })
    }
}
