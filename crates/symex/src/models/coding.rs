//! Where the JDK compares a text that has only characters of Latin-1 with one that has others.
//!
//! Strings have one coding here, in which code points are compared where case is ignored. The JDK has a second one for Latin-1, and
//! where just one of two strings is kept in it, compares units: a pair of surrogates counts as the first of them. No case makes
//! equal what is not in one comparison and in the other, so the only thing that tells them apart is the difference that is returned.

use crate::core::Core;
use crate::flow::{Stop, object_of};
use crate::machine::Machine;
use crate::models::modelled::{Model, ModelResult, Modelled, decided};
use crate::state::State;
use clew_base::Id;
use clew_heap::{ArrayData, ObjectId, Value};
use clew_term::Term;

const OWNER: &str = "java/lang/StringUTF16";
const NAME: &str = "compareCodePointCI";
/// The greatest code point of one unit.
const MAX_UNIT: i32 = 0xffff;
/// What the first ten bits of a pair's code point lack to the first surrogate.
const TO_SURROGATE: i32 = 0xd7c0;
/// Where the method that compares code points has the two texts among its parameters.
const TEXTS: [usize; 2] = [0, 3];

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    ((class, name) == (OWNER, NAME)).then_some(compare as Model)
}

fn compare(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let [Value::Term(one), Value::Term(other)] = *args else { return Ok(Modelled::Code(state)) };
    if [one, other].iter().all(|point| machine.pool.range(*point).high <= i64::from(MAX_UNIT)) {
        return Ok(Modelled::Code(state));
    }
    let Some([left, right]) = texts(machine, &state) else {
        return Err(Stop::unsupported(state, "the coding of a text that is compared"));
    };
    let same = machine.pool.eq(left, right);
    let (state, same) = decided!(machine, state, same);
    if same {
        return Ok(Modelled::Code(state));
    }
    let units = [one, other].map(|point| Value::Term(first_unit(machine, point)));
    Ok(Modelled::CodeOn(state, units.to_vec()))
}

/// Whether each of the two texts that the caller compares has a character beyond Latin-1.
fn texts(machine: &mut Machine<'_>, state: &State) -> Option<[Term; 2]> {
    let frame = state.frames.last()?;
    let parameters = &frame.code.code.body.params;
    let mut wide = |at: usize| {
        let Value::Ref(text) = *frame.regs.get(parameters.get(at)?.index())? else { return None };
        is_wide(machine, state, object_of(state, text)?)
    };
    Some([wide(TEXTS[0])?, wide(TEXTS[1])?])
}

fn is_wide(machine: &mut Core<'_>, state: &State, bytes: ObjectId) -> Option<Term> {
    let array = state.heap.object(bytes).array()?;
    let ArrayData::Dense(elements) = &array.data else { return None };
    let mut wide = machine.pool.fls();
    for (at, high) in elements.iter().enumerate().skip(1).step_by(2) {
        let Value::Term(high) = *high else { return None };
        let (at, zero) = (machine.pool.bv32(at as i32), machine.pool.bv32(0));
        let is_there = machine.pool.slt(at, array.length);
        let is_zero = machine.pool.eq(high, zero);
        let counts = machine.pool.not(is_zero);
        let found = machine.pool.and(is_there, counts);
        wide = machine.pool.or(wide, found);
    }
    Some(wide)
}

fn first_unit(machine: &mut Core<'_>, point: Term) -> Term {
    let pool = &mut machine.pool;
    let (greatest, ten, offset) = (pool.bv32(MAX_UNIT), pool.bv32(10), pool.bv32(TO_SURROGATE));
    let bits = pool.lshr(point, ten);
    let surrogate = pool.add(bits, offset);
    let is_pair = pool.ult(greatest, point);
    pool.ite(is_pair, surrogate, point)
}
