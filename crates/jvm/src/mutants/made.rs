//! Instructions that nobody wrote, so that no change of them is one of the source.

use super::view::View;
use crate::op::{Op, StackOp};
use clew_ir::MethodRef;
use std::collections::BTreeSet;

/// The static field that tells whether assertions are off.
const ASSERTIONS_OFF: &str = "$assertionsDisabled";

/// The packages of libraries that write logs: whether such a call is made is seldom for tests to notice.
const LOGGING: [&str; 4] = ["java/util/logging/", "org/slf4j/", "org/apache/log4j/", "org/apache/logging/log4j/"];

/// The positions of the instructions of a method that are left as they are.
pub(super) fn made(view: &View<'_>) -> BTreeSet<usize> {
    let all = 0..view.ops.len();
    let closes_resources = all.clone().any(|at| callee(view, at).is_some_and(adds_suppressed));
    let mut made: BTreeSet<usize> = all
        .clone()
        .filter(|at| is_of_array_literal(view, *at) || is_of_loop_over_array(view, *at) || is_of_log(view, *at))
        .collect();
    if closes_resources {
        made.extend(all.clone().filter(|at| is_of_resource(view, *at)));
    }
    for at in all {
        made.extend(assertion(view, at).chain(string_switch(view, at)));
    }
    made
}

fn callee<'a>(view: &View<'a>, at: usize) -> Option<&'a MethodRef> {
    match view.op(at)? {
        Op::Invoke(_, method) => Some(method),
        _ => None,
    }
}

fn adds_suppressed(method: &MethodRef) -> bool {
    &*method.name == "addSuppressed" && &*method.descriptor == "(Ljava/lang/Throwable;)V"
}

fn is_of_log(view: &View<'_>, at: usize) -> bool {
    callee(view, at).is_some_and(|method| LOGGING.iter().any(|package| method.class.starts_with(package)))
}

/// An index or the length of an array that the source lists the elements of.
fn is_of_array_literal(view: &View<'_>, at: usize) -> bool {
    if !matches!(view.op(at), Some(Op::Const(_))) {
        return false;
    }
    let is_copy = |op: Option<&Op>| matches!(op, Some(Op::Stack(StackOp::Dup)));
    let is_index = is_copy(view.before(at, 1));
    is_index || matches!(view.op(at + 1), Some(Op::NewArray(_))) && is_copy(view.op(at + 2))
}

/// The counter of a loop over an array, which has no name.
fn is_of_loop_over_array(view: &View<'_>, at: usize) -> bool {
    let is_nameless = |slot: u16, at: usize| view.has_names() && view.variable(slot, at).is_none();
    let loads_nameless = |by: usize| match view.before(at, by) {
        Some(Op::Load(_, slot)) => is_nameless(*slot, at - by),
        _ => false,
    };
    match view.op(at) {
        Some(Op::Increment(slot, _)) => is_nameless(*slot, at),
        Some(Op::Const(_)) => matches!(view.op(at + 1), Some(Op::Store(_, slot)) if is_nameless(*slot, at + 1)),
        Some(Op::IfInts(..)) => loads_nameless(1) && loads_nameless(2),
        _ => false,
    }
}

/// What closes a resource in a method that has a `try` with resources.
fn is_of_resource(view: &View<'_>, at: usize) -> bool {
    let closes = |at: usize| callee(view, at).is_some_and(|method| &*method.name == "close");
    match view.op(at) {
        Some(Op::Invoke(_, method)) => adds_suppressed(method) || closes(at),
        Some(Op::IfNull(..)) => closes(at + 2),
        _ => false,
    }
}

/// An `assert` statement that begins here, from the question whether assertions are off to its end.
fn assertion(view: &View<'_>, at: usize) -> std::ops::Range<usize> {
    match (view.op(at), view.op(at + 1)) {
        (Some(Op::GetStatic(field)), Some(Op::IfZero(_, end))) if &*field.name == ASSERTIONS_OFF => {
            at..view.position(*end).unwrap_or(at + 2)
        }
        _ => 0..0,
    }
}

/// The first part of a `switch` over strings that begins here, which finds the number of the string.
fn string_switch(view: &View<'_>, at: usize) -> std::ops::Range<usize> {
    let is_hash =
        callee(view, at).is_some_and(|method| &*method.class == "java/lang/String" && &*method.name == "hashCode");
    let is_switch = |at: &usize| matches!(view.op(*at), Some(Op::Switch { .. }));
    if !is_hash || !is_switch(&(at + 1)) {
        return 0..0;
    }
    at..(at + 2..view.ops.len()).find(is_switch).unwrap_or(at)
}
