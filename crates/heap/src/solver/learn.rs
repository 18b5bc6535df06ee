//! What follows from a condition that has come to hold: forward and backward propagation (thesis, sections 6.2.2 and 6.2.3).
//!
//! Forwards, equal and different references, and references that are or are not null, become facts, by which the guards
//! of everything read before are simplified. Backwards, an equation of references that would make a condition impossible
//! does not hold, because the values it would choose cannot be. Nothing here decides whether a path is possible: facts are
//! consequences of its conditions, and leaving one out costs no more than time.

use super::Place;
use super::domain::domain;
use super::facts::ordered;
use crate::model::HeapContext;
use crate::{Heap, Target};
use clew_term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp, Value};

/// Conditions of more parts than this are not searched for consequences.
const MAX_SEARCHED: usize = 60;
/// How many undecided parts of one condition are tried.
const MAX_TRIED: usize = 8;

/// Takes note of a condition that holds, and of what follows from it.
pub(super) fn learn(cx: &mut HeapContext<'_>, heap: &mut Heap, condition: Term) {
    let condition = heap.solver().facts.simplify(cx.pool, condition);
    let mut news = state(cx, heap, condition);
    // What is new may decide what was left open; every round decides something, so there are not many.
    while news {
        news = false;
        let learnt = heap.solver_mut().facts.take_news();
        let pending = std::mem::take(&mut heap.solver_mut().facts.pending);
        for condition in pending {
            if !learnt.iter().any(|part| may_be_part(cx.pool, *part, condition)) {
                heap.solver_mut().facts.keep(condition);
                continue;
            }
            let rest = heap.solver().facts.simplify_parts(cx.pool, condition);
            if rest == condition {
                heap.solver_mut().facts.keep(condition);
            } else {
                news |= state(cx, heap, rest);
            }
        }
    }
}

/// Whether a condition can be a part of another, by the symbols in them.
fn may_be_part(pool: &mut TermPool, part: Term, condition: Term) -> bool {
    let (inner, outer) = (pool.symbols(part), pool.symbols(condition));
    part != condition && inner.len() <= outer.len() && inner.iter().all(|symbol| outer.binary_search(symbol).is_ok())
}

/// Takes note of a condition; whether that taught something that may bear on others.
fn state(cx: &mut HeapContext<'_>, heap: &mut Heap, condition: Term) -> bool {
    let mut literals = Vec::new();
    conjuncts(cx.pool, condition, &mut literals);
    // Whether references are null comes first: equations mean more between those that are not.
    literals.sort_by_key(|literal| heap.solver().facts.pair(atom_of(cx.pool, *literal)).is_some());
    let mut news = false;
    for literal in literals {
        if cx.pool.as_bool(literal).is_some() {
            continue;
        }
        let atom = atom_of(cx.pool, literal);
        if heap.solver().facts.pair(atom).is_some() {
            note(cx.pool, heap, literal);
            relate(cx, heap, atom, atom == literal);
            news = true;
        } else if cx.pool.as_symbol(atom).is_some() {
            note(cx.pool, heap, literal);
            news = true;
        } else {
            note_index(cx.pool, heap, literal);
            news |= search(cx, heap, literal);
        }
    }
    news
}

/// The parts of a conjunction.
fn conjuncts(pool: &mut TermPool, condition: Term, parts: &mut Vec<Term>) {
    let mut waiting = vec![condition];
    while let Some(condition) = waiting.pop() {
        match *pool.node(condition) {
            Node::Binary(BinaryOp::And, one, two) => waiting.extend([two, one]),
            Node::Unary(UnaryOp::Not, inner) => match *pool.node(inner) {
                Node::Binary(BinaryOp::Or, one, two) => {
                    let (one, two) = (pool.not(one), pool.not(two));
                    waiting.extend([two, one]);
                }
                _ => parts.push(condition),
            },
            _ => parts.push(condition),
        }
    }
}

/// The condition that a literal states or denies.
fn atom_of(pool: &TermPool, literal: Term) -> Term {
    match *pool.node(literal) {
        Node::Unary(UnaryOp::Not, inner) => inner,
        _ => literal,
    }
}

/// A condition holds, and its negation does not.
fn note(pool: &mut TermPool, heap: &mut Heap, literal: Term) {
    let negation = pool.not(literal);
    let (tru, fls) = (pool.tru(), pool.fls());
    let facts = &mut heap.solver_mut().facts;
    facts.set_value(literal, tru);
    facts.set_value(negation, fls);
}

/// Takes note of an equation of numbers, which may be indices.
fn note_index(pool: &TermPool, heap: &mut Heap, literal: Term) {
    let atom = atom_of(pool, literal);
    if let Node::Binary(BinaryOp::Eq, left, _) = *pool.node(atom)
        && pool.sort(left) == Sort::Bv(32)
    {
        let value = pool.bool(atom == literal);
        heap.solver_mut().facts.set_index(atom, value);
    }
}

/// Two places are the same, or they are not.
fn relate(cx: &mut HeapContext<'_>, heap: &mut Heap, atom: Term, holds: bool) {
    let Some((one, two)) = heap.solver().facts.pair(atom) else { return };
    let (one, two) = (heap.solver().facts.root(one), heap.solver().facts.root(two));
    if one == two {
        return;
    }
    if !holds {
        heap.solver_mut().facts.separate(cx.pool, one, two);
    } else if is_non_null(cx.pool, heap, one) && is_non_null(cx.pool, heap, two) {
        let (first, second) = ordered(one, two);
        let (root, other) = if rank(heap, first) <= rank(heap, second) { (first, second) } else { (second, first) };
        let types = types_at(heap, root).and(types_at(heap, other), cx.oracle);
        match root {
            Place::Made(object) => heap.object_mut(object).types = types,
            Place::Input(variable) => heap.constrain_variable(variable, types),
        }
        heap.solver_mut().facts.unite(cx.pool, root, other);
    }
}

fn types_at(heap: &Heap, place: Place) -> &crate::TypeConstraint {
    match place {
        Place::Made(object) => &heap.object(object).types,
        Place::Input(variable) => heap.types_of_variable(variable),
    }
}

/// The better known place stands for both.
fn rank(heap: &Heap, place: Place) -> u8 {
    match place {
        Place::Made(_) => 0,
        Place::Input(variable) => match heap.variable(variable).target {
            Target::Object(_) | Target::Named(_) => 1,
            Target::Open | Target::NonNull | Target::Null | Target::Same(_) => 2,
        },
    }
}

fn is_non_null(pool: &mut TermPool, heap: &Heap, place: Place) -> bool {
    match place {
        Place::Made(_) => true,
        Place::Input(variable) => {
            let null = crate::is_null(pool, heap, crate::Ref::Var(variable));
            pool.as_bool(null) == Some(false)
        }
    }
}

/// Takes note of a condition that depends on references, and looks for undecided parts of it that it decides: those which,
/// taken one way, make it impossible.
fn search(cx: &mut HeapContext<'_>, heap: &mut Heap, condition: Term) -> bool {
    if cx.pool.size_up_to(condition, MAX_SEARCHED) >= MAX_SEARCHED {
        return false;
    }
    let parts = undecided_parts(cx.pool, heap, condition);
    if parts.is_empty() {
        // It speaks of numbers only.
        return false;
    }
    note(cx.pool, heap, condition);
    heap.solver_mut().facts.keep(condition);
    let found = if compares_numbers(cx.pool, condition) {
        decided_by_domains(cx.pool, condition, &parts)
    } else {
        let mut needed = needed(cx.pool, condition, true, MAX_SEARCHED);
        needed.retain(|(atom, _)| parts.contains(atom));
        needed
    };
    for (atom, holds) in &found {
        let fact = if *holds { *atom } else { cx.pool.not(*atom) };
        note(cx.pool, heap, fact);
        relate(cx, heap, *atom, *holds);
    }
    !found.is_empty()
}

/// The parts of a condition that holds which, taken one way, leave no value for it to be true.
fn decided_by_domains(pool: &mut TermPool, condition: Term, parts: &[Term]) -> Vec<(Term, bool)> {
    let mut decided = Vec::new();
    for atom in parts {
        for holds in [true, false] {
            let value = pool.bool(holds);
            let left = pool.replace(condition, &|part| (part == *atom).then_some(value));
            if is_impossible(pool, left) {
                decided.push((*atom, !holds));
                break;
            }
        }
    }
    decided
}

/// Parts that have to be so for a condition to be as it is, found by its form alone.
fn needed(pool: &TermPool, condition: Term, holds: bool, depth: usize) -> Vec<(Term, bool)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    match *pool.node(condition) {
        Node::Unary(UnaryOp::Not, inner) => needed(pool, inner, !holds, below),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, two) => {
            let mut left = needed(pool, one, holds, below / 2);
            let right = needed(pool, two, holds, below / 2);
            if holds == (op == BinaryOp::And) {
                left.extend(right);
            } else {
                left.retain(|part| right.contains(part));
            }
            left
        }
        Node::Ite(_, then, otherwise) => {
            let mut left = needed(pool, then, holds, below / 2);
            let right = needed(pool, otherwise, holds, below / 2);
            left.retain(|part| right.contains(part));
            left
        }
        _ => vec![(condition, holds)],
    }
}

fn compares_numbers(pool: &TermPool, condition: Term) -> bool {
    matches!(*pool.node(atom_of(pool, condition)), Node::Binary(_, left, _) if pool.sort(left) != Sort::Bool)
}

/// The equations of references, and the conditions that references are not null, in a condition.
fn undecided_parts(pool: &TermPool, heap: &Heap, condition: Term) -> Vec<Term> {
    let facts = &heap.solver().facts;
    let mut parts = Vec::new();
    let mut seen = vec![condition];
    let mut waiting = vec![condition];
    while let Some(term) = waiting.pop() {
        let is_truth = pool.sort(term) == Sort::Bool;
        if is_truth && facts.value(term).is_none() && (facts.pair(term).is_some() || pool.as_symbol(term).is_some()) {
            parts.push(term);
            if parts.len() >= MAX_TRIED {
                break;
            }
            continue;
        }
        pool.for_each_operand(term, |operand| {
            if !seen.contains(&operand) {
                seen.push(operand);
                waiting.push(operand);
            }
        });
    }
    parts
}

/// Whether a condition is seen to be false whatever the rest of its parts are.
fn is_impossible(pool: &TermPool, condition: Term) -> bool {
    domain(pool, condition).is_some_and(|values| !values.contains(&Value::Bool(true)))
}
