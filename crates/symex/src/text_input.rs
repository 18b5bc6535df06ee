//! Strings of the input: their characters are unknown, their length is unknown up to a bound.
//!
//! The JDK keeps a string in an array of bytes, in one of two codings. Here all strings are in UTF-16, as under the option
//! `-XX:-CompactStrings` of the virtual machine, which no result of a method depends on: one coding instead of two means one
//! path instead of two wherever a string is looked into.
//!
//! A string that was found has no characters at first. Its length and its first characters are symbols, which some methods need no
//! more than ([`Glimpse`]): their answers hold for strings of any length. Whatever else looks into the string gives it its characters,
//! and there the bound cuts longer ones.

use crate::core::Core;
use crate::flow::{Stop, known};
use crate::machine::Machine;
use crate::state::text::Text;
use crate::state::{Frame, OnReturn, State};
use crate::types::type_of;
use clew_facts::{Assumption, CutReason};
use clew_heap::{
    Alternative, Array, ArrayData, Content, Heap, Kind, Object, ObjectId, Provenance, Ref, TypeConstraint, Value,
};
use clew_term::{BinaryOp, Node, Sort, Term, UnaryOp};
use imbl::Vector;
use std::rc::Rc;

/// The greatest length of a string that is looked into while an object of the input is made, such as a key of a table: the
/// table's code goes over all of it before the method under test even begins.
const MAX_KEY_LENGTH: u32 = 6;

/// How many bits the length of a string has.
const LENGTH_BITS: u8 = 32;

impl Machine<'_> {
    /// The state in which an object has characters, if it is a string of the input that had none yet; `None` if no execution is in it.
    pub(crate) fn with_characters(&mut self, state: State, object: ObjectId) -> Result<Option<State>, Stop> {
        if !self.is_bare_string(&state, object) {
            return Ok(Some(state));
        }
        let short = bits_of(self.text_bound(&state));
        let Some((mut state, text)) = self.text_at_entry(state, object, short) else { return Ok(None) };
        let bound = text.units.len() as u32;
        let cut = CutReason::Bound(Assumption::StringLength(bound));
        let limit = self.pool.bv32(bound as i32);
        let is_longer = self.pool.slt(limit, text.length);
        let guard = self.pool.not(is_longer);
        if !state.globals.texts.glimpses.contains_key(&object) {
            // Its length is of few bits, so that longer strings are left out already.
            self.ledger.record_cut(&state, cut);
        } else if self.may_hold(&state, is_longer) {
            if !self.may_hold(&state, guard) {
                return Err(Stop::cut(state, cut));
            }
            self.ledger.record_cut(&state, cut);
        }
        let heap = known!(state, self.revealed(&state, object, &text));
        state.globals.texts.glimpses.remove(&object);
        Ok(self.adopt(state, Alternative { guard, heap, value: () }))
    }

    /// What is known of an input string that has no characters yet: its length, which may be any, and its first characters.
    pub(crate) fn glimpse(&mut self, state: State, object: ObjectId) -> Option<(State, Rc<Text>)> {
        let (mut state, text) = self.text_at_entry(state, object, LENGTH_BITS)?;
        state.globals.texts.glimpses.insert(object, Rc::clone(&text));
        Some((state, text))
    }

    /// The text of an input string that has no characters yet: what is known of it, or a new one whose length has so many bits.
    fn text_at_entry(&mut self, state: State, object: ObjectId, bits: u8) -> Option<(State, Rc<Text>)> {
        if let Some(known) = state.globals.texts.glimpses.get(&object).cloned() {
            return Some((state, known));
        }
        let name = Rc::clone(&state.heap.object(object).name);
        let length = self.pool.fresh(&format!("{name}.length()"), Sort::Bv(bits));
        let length = self.pool.zero_extend(length, 32);
        let mut units = Vec::new();
        for at in 0..self.text_bound(&state) {
            let unit = self.pool.fresh(&format!("{name}[{at}]"), Sort::Bv(16));
            self.core.memo.letters.extend(self.core.pool.symbols(unit).iter().copied());
            units.push(unit);
        }
        let content = [length].into_iter().chain(units.iter().copied()).collect();
        let (mut cx, model) = self.heap_context();
        let mut fixed = model.fix(&mut cx, &state.heap, object, content);
        let zero = self.pool.bv32(0);
        let is_length = self.pool.sle(zero, length);
        fixed.guard = self.pool.and(fixed.guard, is_length);
        Some((self.adopt(state, fixed)?, Rc::new(Text { length, units })))
    }
}

impl Core<'_> {
    /// The heap in which an input string has its characters.
    fn revealed(&mut self, state: &State, string: ObjectId, text: &Text) -> Result<Heap, CutReason> {
        let mut heap = state.heap.clone();
        let class = self.load("java/lang/String")?;
        let fields: Vec<_> = self.world.instance_fields(class).iter().map(|field| self.world.field(*field)).collect();
        let mut bytes = Vector::new();
        for unit in &text.units {
            bytes.extend(self.memo.units.bytes_of(&mut self.pool, *unit));
        }
        // Of a length within the bound these bits are all, and its range says so.
        let length = self.pool.extract_low(text.length, bits_of(text.units.len() as u32));
        let length = self.pool.zero_extend(length, 32);
        let one = self.pool.bv32(1);
        let length = self.pool.shl(length, one);
        let (ty, kind) = self.element_kind_of("[B")?;
        debug_assert_eq!(kind, Kind::Byte);
        let array = heap.allocate(Object {
            types: TypeConstraint::exactly(ty),
            provenance: Provenance::New,
            name: Rc::from(""),
            content: Content::Array(Array { kind, length, data: ArrayData::Dense(bytes) }),
        });
        heap.settle(string, TypeConstraint::exactly(type_of(class)));
        for field in fields {
            let content = match (&*field.name, &*field.descriptor) {
                ("value", "[B") => Value::Ref(Ref::Object(array)),
                ("coder", "B") => Value::Term(self.pool.bv32(crate::strings::UTF16)),
                ("hash", "I") | ("hashIsZero", "Z") => Value::Term(self.pool.bv32(0)),
                _ => return Err(crate::strings::layout_changed()),
            };
            heap.reveal_field(string, crate::types::heap_field(field.id), content);
        }
        Ok(heap)
    }

    /// Whether an object is a string of the input that has no characters yet.
    pub(crate) fn is_bare_string(&self, state: &State, object: ObjectId) -> bool {
        is_bare(state.heap.object(object)) && crate::strings::is_string(self, state, object)
    }
}

impl Core<'_> {
    /// The greatest length of a string of the input that is looked into now.
    pub(crate) fn text_bound(&self, state: &State) -> u32 {
        // The constructor of a record looks at a text as the method does.
        let is_of_record = |method| self.world.class(self.world.method(method).class).record;
        let makes = |frame: &Rc<Frame>| match &frame.on_return {
            OnReturn::Made(making) => !is_of_record(making.calls.first.method),
            _ => false,
        };
        let bound = if state.frames.iter().any(makes) { MAX_KEY_LENGTH } else { u32::MAX };
        self.options.string_length.min(bound)
    }

    /// Whether a condition only says that a string of the input is no longer than is followed.
    pub(crate) fn is_bound_of_text(&self, condition: Term) -> bool {
        let (length, above) = match *self.pool.node(condition) {
            Node::Binary(BinaryOp::ULt, length, above) => (length, above),
            Node::Unary(UnaryOp::Not, equal) => match *self.pool.node(equal) {
                Node::Binary(BinaryOp::Eq, length, above) => (length, above),
                _ => return false,
            },
            _ => return false,
        };
        let bounds = [self.options.string_length, self.options.string_length.min(MAX_KEY_LENGTH)];
        let is_length = |symbol| self.pool.symbol_name(symbol).ends_with(".length()");
        self.pool.as_symbol(length).is_some_and(is_length)
            && bounds.iter().any(|bound| self.pool.as_bits(above) == Some(u64::from(*bound) + 1))
    }
}

/// How many bits numbers up to this one take.
fn bits_of(most: u32) -> u8 {
    (u32::BITS - most.leading_zeros()).clamp(1, 31) as u8
}

/// Whether a string is one of the input that has no characters yet.
fn is_bare(text: &Object) -> bool {
    text.provenance == Provenance::Input
        && matches!(&text.content, Content::Fields { current, .. } if current.is_empty())
}
