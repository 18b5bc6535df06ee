//! Reads, writes and comparing writes of a part of an object, by whatever means the code names it. One thread runs, so that how
//! they are ordered matters to nothing but what proofs assume.

use crate::core::Core;
use crate::flow::{Flow, Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{ModelResult, Modelled, decided};
use crate::sharing::Ordered;
use crate::state::State;
use crate::state::handle::Coding;
use crate::touch::{Touch, note_read, note_write};
use crate::types::heap_field;
use clew_facts::CutReason;
use clew_heap::{Alternative, Kind, Named, ObjectId, Value};
use clew_jvm::FieldId;
use clew_term::Term;

/// A part of an object.
pub(super) enum Place {
    Field(FieldId, Kind),
    Element(Term),
    /// A number in an array of bytes, from this index on.
    Bytes(Term, Coding),
}

/// An access: what it works on, and the heap it has led to so far.
pub(super) struct Access {
    object: ObjectId,
    place: Place,
    after: Alternative<()>,
    /// What other threads have to do with it, if they may know the object.
    touch: Option<Touch>,
    writes: bool,
}

impl Access {
    /// An access of which nothing is done yet.
    pub(super) fn begin(
        machine: &mut Machine<'_>,
        state: &mut State,
        object: ObjectId,
        place: Place,
        ordered: Ordered,
    ) -> Access {
        let names = [Named { guard: machine.pool.tru(), object }];
        let touch = match place {
            Place::Field(field, _) => {
                let field = machine.world.field(field);
                machine.look_into(state, object, &field);
                machine.may_change(state, &names, &field).then(|| Touch::of_field(&field))
            }
            Place::Element(_) | Place::Bytes(..) => machine.touch_of_elements(state, &names),
        };
        let touch = touch.map(|touch| touch.ordered(ordered));
        let after = Alternative { guard: machine.pool.tru(), heap: state.heap.clone(), value: () };
        Access { object, place, after, touch, writes: false }
    }

    fn names(&self, machine: &Machine<'_>) -> [Named; 1] {
        [Named { guard: machine.pool.tru(), object: self.object }]
    }

    pub(super) fn read(&mut self, machine: &mut Machine<'_>, state: &mut State) -> Result<Value, CutReason> {
        let names = self.names(machine);
        if let Some(touch) = self.touch {
            machine.expect_change(state, &names, touch);
        }
        match self.place {
            Place::Field(field, kind) => {
                let field = machine.world.field(field);
                let read = machine.looked_field_read(state, self.object, &field, kind)?;
                let (mut cx, model) = machine.heap_context();
                let read = model.get_field(&mut cx, &self.after.heap, &names, read);
                machine.only_result(&mut self.after, read)
            }
            Place::Element(index) => self.read_element(machine, index),
            Place::Bytes(index, coding) => self.read_number(machine, index, coding),
        }
    }

    fn read_element(&mut self, machine: &mut Core<'_>, index: Term) -> Result<Value, CutReason> {
        let names = [Named { guard: machine.pool.tru(), object: self.object }];
        let (mut cx, model) = machine.heap_context();
        let read = model.get_element(&mut cx, &self.after.heap, &names, index);
        machine.only_result(&mut self.after, read)
    }

    fn read_number(&mut self, machine: &mut Machine<'_>, index: Term, coding: Coding) -> Result<Value, CutReason> {
        let width = coding.width();
        let mut number = machine.pool.bv(width, 0);
        for at in 0..coding.size() {
            let here = super::arrays::element(machine, index, at);
            let byte = match self.read_element(machine, here)? {
                Value::Term(byte) => machine.pool.extract_low(byte, 8),
                Value::Opaque(why) => return Err(CutReason::Unsupported(why.to_owned())),
                Value::Ref(_) => return Err(CutReason::Unsupported("code that is not well typed".to_owned())),
            };
            let byte = machine.pool.zero_extend(byte, width);
            let shift = machine.pool.bv(width, coding.shift(at) as u64);
            let byte = machine.pool.shl(byte, shift);
            number = machine.pool.bit_or(number, byte);
        }
        Ok(Value::Term(coding.kind.pass_through(&mut machine.pool, number)))
    }

    /// Writes, on a heap that the state may not have yet.
    pub(super) fn write(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        value: Value,
    ) -> Result<(), CutReason> {
        machine.note_write(state, self.object)?;
        self.writes = true;
        let names = self.names(machine);
        if machine.shares_stores(state, &names) {
            machine.publish(state, value);
        }
        match self.place {
            Place::Field(field, kind) => {
                let (mut cx, model) = machine.heap_context();
                let written = model.set_field(&mut cx, &self.after.heap, &names, heap_field(field), kind, value);
                machine.only_result(&mut self.after, written)
            }
            Place::Element(index) => self.write_element(machine, index, value),
            Place::Bytes(index, coding) => match value {
                Value::Term(number) => self.write_number(machine, index, coding, number),
                Value::Opaque(why) => Err(CutReason::Unsupported(why.to_owned())),
                Value::Ref(_) => Err(CutReason::Unsupported("code that is not well typed".to_owned())),
            },
        }
    }

    fn write_element(&mut self, machine: &mut Core<'_>, index: Term, value: Value) -> Result<(), CutReason> {
        let names = [Named { guard: machine.pool.tru(), object: self.object }];
        let (mut cx, model) = machine.heap_context();
        let written = model.set_element(&mut cx, &self.after.heap, &names, index, value);
        machine.only_result(&mut self.after, written)
    }

    fn write_number(
        &mut self,
        machine: &mut Machine<'_>,
        index: Term,
        coding: Coding,
        number: Term,
    ) -> Result<(), CutReason> {
        for at in 0..coding.size() {
            let here = super::arrays::element(machine, index, at);
            let shift = machine.pool.bv(coding.width(), coding.shift(at) as u64);
            let byte = machine.pool.lshr(number, shift);
            let byte = machine.pool.extract_low(byte, 8);
            let byte = machine.pool.sign_extend(byte, 32);
            self.write_element(machine, here, Value::Term(byte))?;
        }
        Ok(())
    }

    /// Ends the access with a result.
    pub(super) fn finish(self, machine: &mut Machine<'_>, state: State, value: Option<Value>) -> ModelResult {
        match machine.adopt(state, self.after) {
            Some(mut state) => {
                let names = [Named { guard: machine.pool.tru(), object: self.object }];
                match self.touch {
                    Some(touch) if self.writes => note_write(&mut state, &names, touch),
                    Some(touch) => note_read(&mut state, &names, touch),
                    None => {}
                }
                Ok(Modelled::Returns(state, value))
            }
            None => Ok(Modelled::Again(Flow::nowhere())),
        }
    }
}

/// What a comparing write answers.
pub(super) enum Answer {
    /// Whether it wrote.
    Whether,
    /// What it found.
    Found,
}

/// Writes a value where the place holds the one that is expected.
pub(super) fn compare_and_write(
    machine: &mut Machine<'_>,
    mut state: State,
    mut access: Access,
    (expected, new): (Value, Value),
    answer: Answer,
) -> ModelResult {
    let found = known!(state, access.read(machine, &mut state));
    if machine.pool.as_bool(access.after.guard) != Some(true) {
        return Err(Stop::unsupported(state, "a comparing write to an input"));
    }
    state.heap = access.after.heap.clone();
    let holds;
    if let (Value::Opaque(one), Value::Opaque(other)) = (found, expected)
        && one == other
    {
        // Mostly what was read just before, which nobody has changed since.
        known!(state, machine.choose_for_machine(&mut state, one));
        holds = true;
    } else {
        if let (Value::Ref(one), Value::Ref(other)) = (found, expected) {
            if let Some(string) = machine.shared_text_to_read(&state, [one, other]) {
                let state = machine.with_characters(state, string)?;
                return Ok(Modelled::Again(state.map_or_else(Flow::nowhere, Flow::Next)));
            }
            if let Some(same_text) = machine.same_as_shared_text(&state, one, other) {
                (state, _) = decided!(machine, state, same_text);
            }
        }
        let same = known!(state, sameness(machine, &state, found, expected));
        (state, holds) = decided!(machine, state, same);
    }
    if holds {
        access.after.heap = state.heap.clone();
        known!(state, access.write(machine, &mut state, new));
    }
    let value = match answer {
        Answer::Found => found,
        Answer::Whether => Value::Term(machine.pool.bv32(i32::from(holds))),
    };
    access.finish(machine, state, Some(value))
}

/// The condition that two values are the same.
fn sameness(machine: &mut Machine<'_>, state: &State, one: Value, other: Value) -> Result<Term, CutReason> {
    match (one, other) {
        (Value::Term(one), Value::Term(other)) => Ok(machine.pool.eq(one, other)),
        (Value::Ref(one), Value::Ref(other)) => {
            if let Some(why) = machine.unknown_identity(state, one, other) {
                return Err(CutReason::Unsupported(why.to_owned()));
            }
            let (mut cx, model) = machine.heap_context();
            match model.compare(&mut cx, &state.heap, one, other) {
                Ok(same) if machine.pool.as_bool(same.guard) == Some(true) => Ok(same.value),
                _ => Err(CutReason::Unsupported("a comparing write to an input".to_owned())),
            }
        }
        (Value::Opaque(why), _) | (_, Value::Opaque(why)) => Err(CutReason::Unsupported(why.to_owned())),
        (Value::Term(_), Value::Ref(_)) | (Value::Ref(_), Value::Term(_)) => {
            Err(CutReason::Unsupported("code that is not well typed".to_owned()))
        }
    }
}
