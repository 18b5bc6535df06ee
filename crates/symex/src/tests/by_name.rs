//! Texts that the names of parameters ask for.
//!
//! What a constructor checks of a text the solver meets with any text: an address of mail is `qrstuv@x`. The text that the name of the
//! parameter asks for is passed where a concrete run shows that the test reaches the same.

use super::readable::{Passed, if_as_good, passed_strings, with_texts};
use crate::machine::Machine;
use crate::rerun::{Aims, Ran};
use clew_facts::{Object, Outcome, TestCase, Value, usual_text};

/// The test with such texts, and what the concrete run of it found. `None` where it needs those that it has, or has none. `end` says how
/// the test itself ends.
pub(super) fn with_texts_by_name(
    machine: &mut Machine<'_>,
    test: &TestCase,
    aims: &Aims,
    end: &Outcome,
) -> Option<(TestCase, Ran)> {
    let is_other = |passed: &Passed, value: &Value| match (usual_text(&passed.name), value) {
        (Some(usual), Value::Ref(id)) => match test.heap.get(id).map(|object| &object.object) {
            Some(Object::String(units)) => !units.is_empty() && !usual.encode_utf16().eq(units.iter().copied()),
            _ => false,
        },
        _ => false,
    };
    let others = passed_strings(machine.world, test).into_iter().filter(|(passed, value)| is_other(passed, value));
    let texts: Vec<Passed> = others.map(|(passed, _)| passed).collect();
    if texts.is_empty() { None } else { if_as_good(machine, with_texts(test, &texts), aims, end) }
}
