//! Calls that are not made.

use super::view::View;
use super::{Change, MutantOperator};
use crate::descriptor::{parse_method_descriptor, register_type, slots};
use clew_ir::{InvokeKind, MethodRef};

/// The instructions that drop one slot, and two of them.
const POP: u8 = 87;
const POP2: u8 = 88;

/// A call of a `void` method less: what it would be given is dropped. Not of a constructor, without which the object is none.
pub(super) fn removed(view: &View<'_>, at: usize, kind: InvokeKind, method: &MethodRef) -> Option<Change> {
    let (parameters, None) = parse_method_descriptor(&method.descriptor)? else { return None };
    if &*method.name == "<init>" {
        return None;
    }
    let receiver = (kind != InvokeKind::Static).then_some(1);
    let parameters = parameters.iter().map(|parameter| register_type(parameter).map(slots));
    let values: Vec<u16> = receiver.map(Some).into_iter().chain(parameters).collect::<Option<_>>()?;
    let words = format!("the call of {} is not made", method.name);
    let bytes = drops(&values);
    (bytes.len() <= view.length(at)).then_some(Change { operator: MutantOperator::Call, words, at, bytes, deeper: 0 })
}

/// The instructions that drop values of so many slots, the last of which lies on top.
fn drops(values: &[u16]) -> Vec<u8> {
    let mut drops = Vec::new();
    let mut rest = values;
    while let Some((top, below)) = rest.split_last() {
        (drops, rest) = match (top, below.split_last()) {
            (1, Some((1, further))) => ([drops, vec![POP2]].concat(), further),
            (1, _) => ([drops, vec![POP]].concat(), below),
            _ => ([drops, vec![POP2]].concat(), below),
        };
    }
    drops
}
