//! Texts of bounded length as terms: a number of characters and the characters that there can be at most.
//!
//! The JDK's loops over characters take a path for each number of rounds. What they compute of a text is a term over its characters
//! (`texts/terms.rs`, `texts/numerals.rs`), so a model of such a loop is one step.

pub(crate) mod numerals;
pub(crate) mod terms;
#[cfg(test)]
mod tests;

use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use crate::step::{heap_field, object_of, provenance_of_new};
use crate::strings::{UTF16, layout_changed};
use crate::types::type_of;
use clew_base::FastMap;
use clew_facts::CutReason;
use clew_heap::{Array, ArrayData, Kind, Object, ObjectId, Ref, Value};
use clew_term::{Term, TermPool};

/// The greatest number of characters of a text that is followed in one piece.
pub(crate) const MAX_UNITS: usize = 160;

/// A text. What lies behind its length means nothing.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// How many characters it has: a 32-bit number, not negative and at most as many as are listed.
    pub length: Term,
    /// The characters, of 16 bits.
    pub units: Vec<Term>,
}

impl Text {
    /// Whether all of it is constant.
    pub(crate) fn is_constant(&self, pool: &TermPool) -> bool {
        let length = pool.as_i32(self.length);
        length.is_some_and(|length| self.units.iter().take(length as usize).all(|unit| pool.is_const(*unit)))
    }
}

/// A number that is a length of at most so many characters, as a term whose range says so.
pub(crate) fn bounded(pool: &mut TermPool, length: Term, most: usize) -> Term {
    let mask = (most as u32 + 1).next_power_of_two() - 1;
    let mask = pool.bv(32, u64::from(mask));
    pool.bit_and(length, mask)
}

/// The greatest length that a term may be, if it is one of a text that can be followed.
pub(crate) fn most_of(pool: &TermPool, length: Term) -> Option<usize> {
    let range = pool.range(length);
    let most = usize::try_from(range.high).ok().filter(|_| range.low >= 0)?;
    (most <= 2 * MAX_UNITS).then_some(most)
}

/// The characters that pairs of bytes are.
#[derive(Debug, Default)]
pub(crate) struct Units {
    of_bytes: FastMap<(Term, Term), Term>,
}

impl Units {
    /// The bytes of a character, as the elements of an array.
    pub(crate) fn bytes_of(&mut self, pool: &mut TermPool, unit: Term) -> [Value; 2] {
        let eight = pool.bv(16, 8);
        let high = pool.lshr(unit, eight);
        let bytes = [unit, high].map(|half| {
            let byte = pool.extract_low(half, 8);
            pool.sign_extend(byte, 32)
        });
        if !pool.is_const(unit) {
            self.of_bytes.insert((bytes[0], bytes[1]), unit);
        }
        bytes.map(Value::Term)
    }

    fn unit_of(&self, pool: &mut TermPool, low: Term, high: Term) -> Term {
        if let Some(unit) = self.of_bytes.get(&(low, high)) {
            return *unit;
        }
        let eight = pool.bv(16, 8);
        let [low, high] = [low, high].map(|byte| {
            let bits = pool.extract_low(byte, 8);
            pool.zero_extend(bits, 16)
        });
        let high = pool.shl(high, eight);
        pool.bit_or(high, low)
    }
}

impl Machine<'_> {
    /// The text of a string into which somebody has looked, if all of it can be followed.
    pub(crate) fn text_of_string(&mut self, state: &State, string: ObjectId) -> Option<Text> {
        let bytes = crate::strings::characters(self, state, string)?;
        self.text_of_bytes(state, bytes)
    }
}

impl Core<'_> {
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
