//! Conditional jumps that are done otherwise.

use super::view::View;
use super::{Change, MutantOperator};
use crate::op::Op;

/// The relations of a jump, in the order of the instructions; each is the contrary of its neighbour.
const RELATIONS: [&str; 6] = ["==", "!=", "<", ">=", ">", "<="];

/// The first instructions of the families: comparisons with zero, of two `int`s, of references, with null.
const IF_ZERO: u8 = 153;
const IF_INTS: u8 = 159;
const IF_REFS: u8 = 165;
const IF_NULL: u8 = 198;

pub(super) fn changes(view: &View<'_>, at: usize) -> Vec<Change> {
    let &[opcode, high, low] = view.bytes(at) else { return Vec::new() };
    let Some((family, relation)) = relation(opcode) else { return Vec::new() };
    let done_where_true = is_done_where_true(view, at);
    let in_source = |relation: usize| RELATIONS[if done_where_true { relation } else { relation ^ 1 }];
    let change = |operator, relation: usize, words: String| Change {
        operator,
        words,
        at,
        bytes: vec![family + relation as u8, high, low],
        deeper: 0,
    };
    let became = |other: usize| format!("{} became {}", in_source(relation), in_source(other));
    let contrary = relation ^ 1;
    let negated = match family {
        IF_NULL => format!("{} null became {} null", in_source(relation), in_source(contrary)),
        IF_ZERO if is_of_boolean(view, at) => "a condition became its contrary".to_owned(),
        _ => became(contrary),
    };
    let mut changes = vec![change(MutantOperator::Negation, contrary, negated)];
    let boundary = match RELATIONS[relation] {
        "<" => Some("<="),
        "<=" => Some("<"),
        ">" => Some(">="),
        ">=" => Some(">"),
        _ => None,
    };
    if let Some(other) = boundary.and_then(|other| RELATIONS.iter().position(|relation| *relation == other)) {
        changes.insert(0, change(MutantOperator::Boundary, other, became(other)));
    }
    changes
}

/// The family of a jump and its relation, as a position in [`RELATIONS`].
fn relation(opcode: u8) -> Option<(u8, usize)> {
    let family = match opcode {
        IF_ZERO..IF_INTS => IF_ZERO,
        IF_INTS..IF_REFS => IF_INTS,
        IF_REFS..=166 => IF_REFS,
        IF_NULL..=199 => IF_NULL,
        _ => return None,
    };
    Some((family, usize::from(opcode - family)))
}

/// Whether a jump is done where the condition of the source is true: backward at the end of a loop, and forward behind the first
/// operand of `||`, over the jump of the second one, which leads further on.
fn is_done_where_true(view: &View<'_>, at: usize) -> bool {
    let Some(target) = target(view.op(at)) else { return false };
    if target <= view.offset(at) {
        return true;
    }
    let before = view.position(target).and_then(|position| position.checked_sub(1)).filter(|before| *before > at);
    before.and_then(|before| self::target(view.op(before))).is_some_and(|further| further > target)
}

/// Where a conditional jump leads.
fn target(op: Option<&Op>) -> Option<u32> {
    match op? {
        Op::IfZero(_, target) | Op::IfInts(_, target) | Op::IfRefs(_, target) | Op::IfNull(_, target) => Some(*target),
        _ => None,
    }
}

/// Whether what a jump compares with zero is a `boolean`.
fn is_of_boolean(view: &View<'_>, at: usize) -> bool {
    match view.before(at, 1) {
        Some(Op::Invoke(_, method)) => method.descriptor.ends_with(")Z"),
        Some(Op::InvokeDynamic(site)) => site.descriptor.ends_with(")Z"),
        Some(Op::GetField(field) | Op::GetStatic(field)) => &*field.descriptor == "Z",
        Some(Op::InstanceOf(_)) => true,
        Some(Op::Load(_, slot)) => view.variable(*slot, at).is_some_and(|variable| &*variable.descriptor == "Z"),
        _ => false,
    }
}
