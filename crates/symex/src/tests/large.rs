//! Arrays for which there may be no memory.

use crate::core::Core;
use crate::state::State;
use clew_heap::{Content, Kind};
use clew_smt::Model;
use clew_term::Term;
use std::rc::Rc;

/// The most bytes that one array of a test may take: for more there may be no memory.
pub(crate) const MAX_ARRAY_BYTES: u64 = 1 << 26;

/// The length of an array that the execution makes and for which there may be no memory. No test says what happens then.
pub(crate) fn large_array(machine: &mut Core<'_>, state: &State, model: &Rc<Model>) -> Option<i32> {
    let arrays: Vec<(Kind, Term)> = state
        .heap
        .ids()
        .filter_map(|id| match &state.heap.object(id).content {
            Content::Array(array) => Some((array.kind, array.length)),
            Content::Fields { .. } => None,
        })
        .collect();
    arrays.into_iter().find_map(|(element, length)| {
        let length = machine.value_in(model, length).as_i32()?;
        let bytes = u64::from(length.unsigned_abs()) * bytes_of(element);
        (length > 0 && bytes > MAX_ARRAY_BYTES).then_some(length)
    })
}

/// How much memory an element takes.
pub(crate) fn bytes_of(element: Kind) -> u64 {
    match element {
        Kind::Boolean | Kind::Byte => 1,
        Kind::Char | Kind::Short => 2,
        Kind::Int | Kind::Float | Kind::Ref(_) => 4,
        Kind::Long | Kind::Double => 8,
    }
}
