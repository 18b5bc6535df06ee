//! `System.arraycopy` and `java.lang.reflect.Array`.

use super::access::{Access, Place};
use super::classes::class_named;
use crate::core::Core;
use crate::enumerate::Enumeration;
use crate::flow::{Flow, Found, Stop, known};
use crate::machine::Machine;
use crate::models::modelled::{Decided, Model, ModelResult, Modelled, decided, object_or_throw, returns};
use crate::sharing::Ordered;
use crate::state::State;
use clew_facts::{Assumption, CutReason};
use clew_heap::{Alternative, Array, Kind, Named, ObjectId, TypeId, TypeOracle, Value, is_null};
use clew_jvm::{ClassId, MethodId};
use clew_term::Term;

/// The greatest number of elements that are copied one by one.
const MAX_COPIED: i32 = 1 << 16;

pub(super) fn model_of(class: &str, name: &str) -> Option<Model> {
    Some(match (class, name) {
        ("java/lang/System", "arraycopy") => array_copy,
        ("java/lang/reflect/Array", "newArray") => new_array,
        ("java/lang/reflect/Array", "getLength") => length,
        ("java/lang/reflect/Array", "get") => get,
        ("jdk/internal/util/ArraysSupport", "vectorizedMismatch") => nothing_compared,
        _ => return None,
    })
}

fn array_copy(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let [_, Value::Term(from), _, Value::Term(to), Value::Term(length)] = *args else {
        return Err(Stop::unsupported(state, "arraycopy of unknown arguments"));
    };
    let (source, target);
    (state, source) = object_or_throw!(machine, state, args[0]);
    (state, target) = object_or_throw!(machine, state, args[2]);
    let arrays = (state.heap.object(source).array().cloned(), state.heap.object(target).array().cloned());
    let (Some(source_array), Some(target_array)) = arrays else {
        return Ok(Modelled::Throws(state, "java/lang/ArrayStoreException"));
    };
    let checked = match storing(machine, &source_array, &target_array) {
        Storing::All => None,
        Storing::Some(ty) => Some(ty),
        Storing::None => return Ok(Modelled::Throws(state, "java/lang/ArrayStoreException")),
    };
    if source != target
        && let Some(settled) = known!(state, machine.settle_array_class(&state, target))
    {
        state = match machine.adopt(state, settled) {
            Some(state) => state,
            None => return Ok(Modelled::Again(Flow::nowhere())),
        };
    }
    let zero = machine.pool.bv32(0);
    for (offset, array) in [(from, &source_array), (to, &target_array)] {
        // No sum can wrap: each of the three numbers is checked before it is used.
        let conditions =
            [machine.pool.sge(offset, zero), machine.pool.sge(length, zero), machine.pool.sle(offset, array.length), {
                let rest = machine.pool.sub(array.length, offset);
                machine.pool.sle(length, rest)
            }];
        for condition in conditions {
            let holds;
            (state, holds) = decided!(machine, state, condition);
            if !holds {
                return Ok(Modelled::Throws(state, "java/lang/ArrayIndexOutOfBoundsException"));
            }
        }
    }
    copy_elements(machine, state, (source, from), (target, to), length, checked)
}

/// Which elements of one array can be stored in another.
enum Storing {
    All,
    None,
    /// Those of this class.
    Some(TypeId),
}

fn storing(machine: &Core<'_>, source: &Array, target: &Array) -> Storing {
    match (source.kind, target.kind) {
        (Kind::Ref(from), Kind::Ref(to)) if machine.types.is_subtype(from, to) => Storing::All,
        (Kind::Ref(_), Kind::Ref(to)) => Storing::Some(to),
        (from, to) if from == to => Storing::All,
        _ => Storing::None,
    }
}

/// A new array with the elements of one of this class of which they are not all known.
pub(super) fn clone_by_elements(
    machine: &mut Machine<'_>,
    mut state: State,
    original: ObjectId,
    class: TypeId,
) -> ModelResult {
    let Some(length) = state.heap.object(original).array().map(|array| array.length) else {
        return Err(Stop::unsupported(state, "code that is not well typed"));
    };
    let bound = Enumeration::up_to(machine.options.loop_k, Assumption::ArrayLength);
    let Some(count) = machine.fixed_number(&state, length, bound) else {
        return Ok(Modelled::Again(machine.enumerate(state, length, bound)));
    };
    let (count, zero) = (machine.pool.bv32(count), machine.pool.bv32(0));
    let name = machine.types.class(class).name.to_string();
    let copy = known!(state, machine.make_array(&mut state, &name, count));
    match copy_elements(machine, state, (original, zero), (copy, zero), count, None)? {
        Modelled::Returns(state, None) => returns(state, copy),
        otherwise => Ok(otherwise),
    }
}

/// Copies a number of elements; one that is not constant is branched over as far as loops go round.
fn copy_elements(
    machine: &mut Machine<'_>,
    mut state: State,
    (source, from): (ObjectId, Term),
    (target, to): (ObjectId, Term),
    length: Term,
    checked: Option<TypeId>,
) -> ModelResult {
    // Strings of the input and copies of them have a bound of their own, two bytes for each character.
    let of_text = state.frames.iter().rev().take(2).any(|frame| frame.code.goes_over_text);
    let bound = match of_text {
        true => Enumeration::of_text(machine.options.string_length.saturating_mul(2)),
        false => Enumeration::up_to(machine.options.loop_k, Assumption::ArrayLength),
    };
    let Some(count) = machine.fixed_number(&state, length, bound) else {
        let few = [source, target].iter().any(|array| has_few_elements(machine, &state, *array, bound));
        if checked.is_none() && !of_text && !few {
            let (mut cx, model) = machine.heap_context();
            if let Some(after) = model.copy_elements(&mut cx, &state.heap, (source, from), (target, to), length) {
                return copied(machine, state, target, after);
            }
        }
        return Ok(Modelled::Again(machine.enumerate(state, length, bound)));
    };
    // Doubling what a text of any length repeats would soon come to long ones.
    let is_open = |array: &Array| machine.pool.as_i32(array.length).is_none();
    let is_of_open_text = of_text && state.heap.object(target).array().is_some_and(is_open);
    if is_of_open_text && !bound.has_all_up_to(count) {
        return Err(Stop::cut(state, bound.cut()));
    }
    if count > MAX_COPIED {
        return Err(Stop::unsupported(state, "arraycopy of very many elements"));
    }
    if count > 0 {
        known!(state, machine.note_write(&mut state, target));
    }
    let mut fitting = count as usize;
    if let Some(class) = checked {
        (state, fitting) = match count_fitting(machine, state, (source, from), count, class)? {
            Found::Known(state, fitting) => (state, fitting),
            Found::Decided(flow) => return Ok(Modelled::Again(flow)),
        };
    }
    let mut after = Alternative { guard: machine.pool.tru(), heap: state.heap.clone(), value: () };
    // All are read before one is written: the arrays may be the same.
    let mut values = Vec::with_capacity(count as usize);
    for at in 0..count {
        let index = element(machine, from, at);
        let names = [Named { guard: machine.pool.tru(), object: source }];
        let (mut cx, model) = machine.heap_context();
        let read = model.get_element(&mut cx, &after.heap, &names, index);
        values.push(known!(state, machine.only_result(&mut after, read)));
    }
    // What comes before the first element that does not fit is copied.
    for (at, value) in values.into_iter().take(fitting).enumerate() {
        let index = element(machine, to, at as i32);
        let names = [Named { guard: machine.pool.tru(), object: target }];
        let (mut cx, model) = machine.heap_context();
        let written = model.set_element(&mut cx, &after.heap, &names, index, value);
        known!(state, machine.only_result(&mut after, written));
    }
    match machine.adopt(state, after) {
        Some(state) if fitting < count as usize => Ok(Modelled::Throws(state, "java/lang/ArrayStoreException")),
        Some(state) => Ok(Modelled::Returns(state, None)),
        None => Ok(Modelled::Again(Flow::nowhere())),
    }
}

/// Goes on behind a copy that is one step.
fn copied(machine: &mut Machine<'_>, state: State, target: ObjectId, after: Alternative<()>) -> ModelResult {
    let Some(mut state) = machine.adopt(state, after) else {
        return Ok(Modelled::Again(Flow::nowhere()));
    };
    known!(state, machine.note_write(&mut state, target));
    Ok(Modelled::Returns(state, None))
}

/// Whether an array has so few elements that no number of them lies beyond a bound.
fn has_few_elements(machine: &Core<'_>, state: &State, array: ObjectId, bound: Enumeration) -> bool {
    let length = state.heap.object(array).array().and_then(|array| machine.pool.as_i32(array.length));
    length.is_some_and(|length| bound.has_all_up_to(length))
}

/// Counts the elements before the first that is not of this class, which all the array to copy into takes; has decided of what
/// class they are.
fn count_fitting(
    machine: &mut Machine<'_>,
    mut state: State,
    (source, from): (ObjectId, Term),
    count: i32,
    class: TypeId,
) -> Result<Found<usize>, Stop> {
    for at in 0..count {
        let index = element(machine, from, at);
        let names = [Named { guard: machine.pool.tru(), object: source }];
        let mut after = Alternative { guard: machine.pool.tru(), heap: state.heap.clone(), value: () };
        let (mut cx, model) = machine.heap_context();
        let read = model.get_element(&mut cx, &after.heap, &names, index);
        let value = known!(state, machine.only_result(&mut after, read));
        let nowhere = || Found::Decided(Flow::nowhere());
        let Some(after) = machine.adopt(state, after) else { return Ok(nowhere()) };
        state = after;
        let reference = known!(state, crate::flow::reference(value));
        let null = is_null(&mut machine.pool, &state.heap, reference);
        match super::modelled::decide(machine, state, null) {
            Decided::Split(flow) => return Ok(Found::Decided(flow)),
            Decided::Known(same, true) => state = same,
            Decided::Known(same, false) => match machine.is_of(same, value, class)? {
                Found::Decided(flow) => return Ok(Found::Decided(flow)),
                Found::Known(same, false) => return Ok(Found::Known(same, at as usize)),
                Found::Known(same, true) => state = same,
            },
        }
    }
    Ok(Found::Known(state, count as usize))
}

/// The index of an element, counted from an offset.
pub(super) fn element(machine: &mut Machine<'_>, from: Term, at: i32) -> Term {
    let at = machine.pool.bv32(at);
    machine.pool.add(from, at)
}

/// `Array.getLength` of what may be no array.
fn length(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let object;
    (state, object) = object_or_throw!(machine, state, args[0]);
    match state.heap.object(object).array().map(|array| array.length) {
        Some(length) => returns(state, length),
        None => Ok(Modelled::Throws(state, "java/lang/IllegalArgumentException")),
    }
}

/// `Array.get` of what may be no array: numbers it puts into boxes.
fn get(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let [_, Value::Term(index)] = *args else {
        return Err(Stop::unsupported(state, "an element at an unknown index"));
    };
    let object;
    (state, object) = object_or_throw!(machine, state, args[0]);
    let Some(array) = state.heap.object(object).array() else {
        return Ok(Modelled::Throws(state, "java/lang/IllegalArgumentException"));
    };
    let (kind, length) = (array.kind, array.length);
    let within = machine.pool.ult(index, length);
    let holds;
    (state, holds) = decided!(machine, state, within);
    if !holds {
        return Ok(Modelled::Throws(state, "java/lang/ArrayIndexOutOfBoundsException"));
    }
    let boxing = known!(state, boxing(machine, kind));
    if let Some((class, _)) = boxing
        && !machine.is_ready(&state, class)
    {
        return Ok(Modelled::Again(machine.initialize(state, class)?));
    }
    let mut access = Access::begin(machine, &mut state, object, Place::Element(index), Ordered::No);
    let value = known!(state, access.read(machine, &mut state));
    match (boxing, access.finish(machine, state, Some(value))?) {
        (Some((_, value_of)), Modelled::Returns(state, Some(value))) => {
            Ok(Modelled::Calls(state, value_of, vec![value]))
        }
        (_, finished) => Ok(finished),
    }
}

/// The class of the box for a number of a kind, with the method that puts it there.
fn boxing(machine: &Machine<'_>, kind: Kind) -> Result<Option<(ClassId, MethodId)>, CutReason> {
    let (name, letter) = match kind {
        Kind::Ref(_) => return Ok(None),
        Kind::Boolean => ("Boolean", 'Z'),
        Kind::Byte => ("Byte", 'B'),
        Kind::Short => ("Short", 'S'),
        Kind::Char => ("Character", 'C'),
        Kind::Int => ("Integer", 'I'),
        Kind::Long => ("Long", 'J'),
        Kind::Float => ("Float", 'F'),
        Kind::Double => ("Double", 'D'),
    };
    let class = machine.load(&format!("java/lang/{name}"))?;
    let method = machine.world.find_method(class, "valueOf", &format!("({letter})Ljava/lang/{name};"));
    match method {
        Some(method) => Ok(Some((class, method))),
        None => Err(CutReason::Unsupported("an element in a box".to_owned())),
    }
}

/// The logarithm of the size from which on elements are compared one by one anyway.
const LOG2_OF_WORD: i32 = 3;

/// Compares as many elements at once as is convenient, here none, and leaves the rest to its caller: the complement of
/// their number says so. Of elements as large as a word nothing may be left, which the caller relies on.
fn nothing_compared(machine: &mut Machine<'_>, state: State, args: &[Value]) -> ModelResult {
    let (Some(Value::Term(length)), Some(Value::Term(scale))) = (args.get(4).copied(), args.get(5)) else {
        return Err(Stop::unsupported(state, "a comparison of unknown arrays"));
    };
    if machine.pool.as_i32(*scale).is_none_or(|scale| scale >= LOG2_OF_WORD) {
        return Ok(Modelled::Code(state));
    }
    let left = machine.pool.bit_not(length);
    returns(state, left)
}

/// `Array.newInstance` of a class of known name, after its checks.
fn new_array(machine: &mut Machine<'_>, mut state: State, args: &[Value]) -> ModelResult {
    let element = known!(state, class_named(&state, args.first()));
    let Value::Term(length) = args[1] else {
        return Err(Stop::unsupported(state, "an array of unknown length"));
    };
    let Some(array) = element.array() else {
        return Ok(Modelled::Throws(state, "java/lang/IllegalArgumentException"));
    };
    let zero = machine.pool.bv32(0);
    let fits = machine.pool.sge(length, zero);
    let holds;
    (state, holds) = decided!(machine, state, fits);
    if !holds {
        return Ok(Modelled::Throws(state, "java/lang/NegativeArraySizeException"));
    }
    let object = known!(state, machine.make_array(&mut state, &array, length));
    returns(state, object)
}
