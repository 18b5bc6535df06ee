//! The values that a term can have (`dom` in the thesis).

use clew_term::{Node, Term, TermPool, Value, semantics};

/// The greatest number of values that a domain lists.
const MAX_VALUES: usize = 64;
/// The greatest depth of terms that are looked into.
const MAX_DEPTH: usize = 64;

/// The values that a number or truth value can have, in the order in which they occur in it; `None` if they are not a few
/// constants. Conditions are taken to be independent of each other, so some of the values may be impossible.
pub(super) fn domain(pool: &TermPool, term: Term) -> Option<Vec<Value>> {
    values(pool, term, MAX_DEPTH)
}

fn values(pool: &TermPool, term: Term, depth: usize) -> Option<Vec<Value>> {
    if let Some(value) = pool.as_const(term) {
        return Some(vec![value]);
    }
    let below = depth.checked_sub(1)?;
    match *pool.node(term) {
        Node::Ite(condition, then, otherwise) => {
            let possible = values(pool, condition, below);
            let can_be = |wanted| possible.as_ref().is_none_or(|list| list.contains(&Value::Bool(wanted)));
            let mut all = Vec::new();
            for (wanted, branch) in [(true, then), (false, otherwise)] {
                if can_be(wanted) {
                    add(&mut all, values(pool, branch, below)?);
                }
            }
            (all.len() <= MAX_VALUES).then_some(all)
        }
        Node::Unary(op, operand) => {
            let mut all = Vec::new();
            add(&mut all, values(pool, operand, below)?.iter().map(|value| semantics::unary(op, value)).collect());
            Some(all)
        }
        Node::Binary(op, left, right) => {
            let (left, right) = (values(pool, left, below)?, values(pool, right, below)?);
            if left.len() * right.len() > MAX_VALUES {
                return None;
            }
            let mut all = Vec::new();
            for one in &left {
                add(&mut all, right.iter().map(|two| semantics::binary(op, one, two)).collect());
            }
            Some(all)
        }
        _ => None,
    }
}

fn add(all: &mut Vec<Value>, more: Vec<Value>) {
    for value in more {
        if !all.contains(&value) {
            all.push(value);
        }
    }
}
