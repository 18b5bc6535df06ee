//! Strings of the input: their characters are unknown, their length is unknown up to a bound.
//!
//! The JDK keeps a string in an array of bytes, in one of two codings. Here all strings are in UTF-16, as under the option
//! `-XX:-CompactStrings` of the virtual machine, which no result of a method depends on: one coding instead of two means one
//! path instead of two wherever a string is looked into.

use crate::machine::Machine;
use crate::state::{Frame, OnReturn, State};
use crate::types::type_of;
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Array, ArrayData, Content, Kind, Object, ObjectId, Provenance, Ref, TypeConstraint, Value,
};
use clew_term::{Sort, Term};
use imbl::Vector;
use std::rc::Rc;

/// The greatest length of a string that is looked into while an object of the input is made, such as a key of a table: the
/// table's code goes over all of it before the method under test even begins.
const MAX_KEY_LENGTH: u32 = 6;

impl Machine<'_> {
    /// The greatest length of a string of the input that is looked into now.
    pub(crate) fn text_bound(&self, state: &State) -> u32 {
        let makes = |frame: &Rc<Frame>| matches!(frame.on_return, OnReturn::Made(_));
        let bound = if state.frames.iter().any(makes) { MAX_KEY_LENGTH } else { u32::MAX };
        self.options.string_length.min(bound)
    }

    /// The heap in which an input string that has no characters yet has them; nothing if it has.
    ///
    /// # Errors
    /// The JDK's strings are not as expected.
    pub(crate) fn revealed(&mut self, state: &State, object: ObjectId) -> Result<Option<Alternative<()>>, CutReason> {
        if !is_bare(state.heap.object(object)) {
            return Ok(None);
        }
        let bound = self.text_bound(state);
        self.record_cut(state, CutReason::Bound(Assumption::StringLength(bound)));
        let mut found = Alternative { guard: self.pool.tru(), heap: state.heap.clone(), value: object };
        self.reveal_text(&mut found, bound)?;
        Ok(Some(Alternative { guard: found.guard, heap: found.heap, value: () }))
    }

    /// Gives an input string, which was just found, its characters.
    ///
    /// # Errors
    /// The JDK's strings are not as expected.
    pub(crate) fn reveal_text(&mut self, found: &mut Alternative<ObjectId>, bound: u32) -> Result<(), CutReason> {
        let class = self.load("java/lang/String")?;
        let fields: Vec<_> = self.world.instance_fields(class).iter().map(|field| self.world.field(*field)).collect();
        let object = found.heap.object(found.value);
        if !is_bare(object) {
            return Ok(());
        }
        let name = Rc::clone(&object.name);
        let (content, array) = self.unknown_characters(&name, bound)?;
        let length = content[0];
        let bound = self.pool.bv32(i32::try_from(bound).unwrap_or(i32::MAX));
        let is_short = self.pool.ule(length, bound);
        found.guard = self.pool.and(found.guard, is_short);
        let array = found.heap.allocate(array);
        found.heap.settle(found.value, TypeConstraint::exactly(type_of(class)));
        for field in fields {
            let content = match (&*field.name, &*field.descriptor) {
                ("value", "[B") => Value::Ref(Ref::Object(array)),
                ("coder", "B") => Value::Term(self.pool.bv32(crate::strings::UTF16)),
                ("hash", "I") | ("hashIsZero", "Z") => Value::Term(self.pool.bv32(0)),
                _ => return Err(crate::strings::layout_changed()),
            };
            found.heap.reveal_field(found.value, crate::step::heap_field(field.id), content);
        }
        let (mut cx, model) = self.heap_context();
        let fixed = model.fix(&mut cx, &found.heap, found.value, content);
        found.heap = fixed.heap;
        found.guard = self.pool.and(found.guard, fixed.guard);
        Ok(())
    }

    /// The number of characters with the characters, and the array of their bytes.
    fn unknown_characters(&mut self, name: &str, bound: u32) -> Result<(Rc<[Term]>, Object), CutReason> {
        // No more bits than the bound takes: the range of the term then says that no length is greater or negative.
        let bits = (u32::BITS - bound.leading_zeros()).clamp(1, 31) as u8;
        let length = self.pool.fresh(&format!("{name}.length()"), Sort::Bv(bits));
        let length = self.pool.zero_extend(length, 32);
        let mut content = vec![length];
        let mut bytes = Vector::new();
        for at in 0..bound {
            let unit = self.pool.fresh(&format!("{name}[{at}]"), Sort::Bv(16));
            self.letters.extend(self.pool.symbols(unit).iter().copied());
            content.push(unit);
            bytes.extend(self.units.bytes_of(&mut self.pool, unit));
        }
        let one = self.pool.bv32(1);
        let byte_count = self.pool.shl(length, one);
        let (ty, kind) = self.element_kind_of("[B")?;
        debug_assert_eq!(kind, Kind::Byte);
        let array = Object {
            types: TypeConstraint::exactly(ty),
            provenance: Provenance::New,
            name: Rc::from(""),
            content: Content::Array(Array { kind, length: byte_count, data: ArrayData::Dense(bytes) }),
        };
        Ok((content.into(), array))
    }
}

/// Whether a string is one of the input that has no characters yet.
fn is_bare(text: &Object) -> bool {
    text.provenance == Provenance::Input
        && matches!(&text.content, Content::Fields { current, .. } if current.is_empty())
}
