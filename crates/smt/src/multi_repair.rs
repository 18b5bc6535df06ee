//! Model repair over several symbols: changes a few values of a model at hand until a condition holds.
//!
//! A condition that is to hold is followed into its parts, along the choices as they are under the values at hand, down to
//! symbols; these get the values that make it hold. Constraints that this breaks are followed in the same way. No symbol is
//! changed twice, so that there is an end. Nothing is known if it does not work out, and what is found has been evaluated.

use crate::repair::candidates;
use clew_term::{BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value};

/// Constraints that are repaired for one condition.
const MAX_ROUNDS: usize = 24;
/// Parts of constraints that are visited for one condition.
const MAX_VISITS: usize = 200;
/// Parts of a number in which symbols are looked for.
const MAX_PARTS: usize = 24;

/// Finds a model of the constraints and the condition that differs in a few symbols from these values, which satisfy the
/// constraints. Whether one was found; if so, its values are on trial, else nothing is, and that says nothing about whether there
/// is one.
pub fn repair_several<'a, C>(pool: &mut TermPool, values: &mut Evaluator, constraints: C, condition: Term) -> bool
where
    C: Iterator<Item = &'a Term> + Clone,
{
    [Side::Newer, Side::Older].into_iter().any(|side| {
        let found = repair_from(side, pool, values, constraints.clone(), condition);
        if !found {
            values.take_back(0);
        }
        found
    })
}

/// Which side of an equation is changed first. The one with the newer symbol is in fewer constraints, as a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Newer,
    Older,
}

/// The same, and what was changed stays on trial in any case.
fn repair_from<'a, C>(side: Side, pool: &mut TermPool, values: &mut Evaluator, constraints: C, condition: Term) -> bool
where
    C: Iterator<Item = &'a Term> + Clone,
{
    let mut attempt = Attempt { side, evaluator: values, changed: Vec::new(), visits: MAX_VISITS };
    let mut broken = Some(condition);
    for _ in 0..MAX_ROUNDS {
        let Some(goal) = broken else { return true };
        if !attempt.satisfy(pool, goal, true) {
            return false;
        }
        let mut all = std::iter::once(condition).chain(constraints.clone().copied());
        broken = all.find(|term| !attempt.truth(pool, *term));
    }
    false
}

/// Values that are being changed.
struct Attempt<'e> {
    side: Side,
    /// The values of everything as they are by now; what was changed is on trial.
    evaluator: &'e mut Evaluator,
    /// The symbols that have a new value, in the order in which they got it.
    changed: Vec<SymbolId>,
    /// How many more parts may be looked at.
    visits: usize,
}

impl Attempt<'_> {
    fn truth(&mut self, pool: &TermPool, condition: Term) -> bool {
        self.evaluator.holds(pool, condition)
    }

    fn set(&mut self, symbol: SymbolId, value: Value) -> bool {
        if self.changed.contains(&symbol) {
            return false;
        }
        self.evaluator.try_value(symbol, value);
        self.changed.push(symbol);
        true
    }

    /// Tries something; leaves the values as they were if it does not work.
    fn attempt(&mut self, change: impl FnOnce(&mut Self) -> bool) -> bool {
        let changed = self.changed.len();
        let works = change(self);
        if !works {
            self.evaluator.take_back(changed);
            self.changed.truncate(changed);
        }
        works
    }

    /// Changes values so that a condition is true or false; whether that worked.
    fn satisfy(&mut self, pool: &mut TermPool, condition: Term, wanted: bool) -> bool {
        if self.truth(pool, condition) == wanted {
            return true;
        }
        let Some(left) = self.visits.checked_sub(1) else { return false };
        self.visits = left;
        match *pool.node(condition) {
            Node::Symbol(symbol) => self.set(symbol, Value::Bool(wanted)),
            Node::Unary(UnaryOp::Not, inner) => self.satisfy(pool, inner, !wanted),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, two) => {
                let parts = newest_first(pool, one, two);
                if wanted == (op == BinaryOp::And) {
                    parts.into_iter().all(|part| self.satisfy(pool, part, wanted))
                } else {
                    parts.into_iter().any(|part| self.attempt(|this| this.satisfy(pool, part, wanted)))
                }
            }
            Node::Ite(choice, then, otherwise) => {
                let first = self.truth(pool, choice);
                let (taken, other) = if first { (then, otherwise) } else { (otherwise, then) };
                self.attempt(|this| this.satisfy(pool, taken, wanted))
                    || self.attempt(|this| this.satisfy(pool, choice, !first) && this.satisfy(pool, other, wanted))
            }
            Node::Binary(BinaryOp::Eq, one, two) if pool.sort(one) == Sort::Bool => {
                self.sides(pool, one, two).into_iter().any(|part| {
                    let other = if part == one { two } else { one };
                    let goal = self.truth(pool, other) == wanted;
                    self.attempt(|this| this.satisfy(pool, part, goal))
                })
            }
            Node::Binary(BinaryOp::Eq, one, two) if wanted => self.sides(pool, one, two).into_iter().any(|part| {
                let other = if part == one { two } else { one };
                let target = self.evaluator.value(pool, other);
                self.attempt(|this| this.assign(pool, part, target) && this.truth(pool, condition))
            }),
            _ => self.move_number(pool, condition, wanted),
        }
    }

    /// Changes the symbol that a number is under the values at hand, up to a constant added, so that the number has a value.
    fn assign(&mut self, pool: &mut TermPool, number: Term, value: Value) -> bool {
        let (mut term, mut bits) = match value {
            Value::Bv { bits, .. } => (number, bits),
            _ => return false,
        };
        loop {
            let Sort::Bv(width) = pool.sort(term) else { return false };
            match *pool.node(term) {
                Node::Symbol(symbol) => return self.set(symbol, Value::bv(width, bits)),
                Node::Ite(choice, then, otherwise) => term = if self.truth(pool, choice) { then } else { otherwise },
                Node::Unary(UnaryOp::SignExtend(_) | UnaryOp::ZeroExtend(_), inner) => term = inner,
                Node::Binary(BinaryOp::Add, inner, added) => match pool.as_const(added) {
                    Some(Value::Bv { bits: added, .. }) => (term, bits) = (inner, bits.wrapping_sub(added)),
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    /// Changes a symbol in a condition on numbers to a value near those that occur in it.
    fn move_number(&mut self, pool: &mut TermPool, condition: Term, wanted: bool) -> bool {
        for symbol in self.symbols_in_use(pool, condition) {
            for value in candidates(pool, self.evaluator, condition, symbol) {
                if self.attempt(|this| this.set(symbol, value) && this.truth(pool, condition) == wanted) {
                    return true;
                }
            }
        }
        false
    }

    /// The symbols on which a condition depends as choices are under the values at hand, the newest first.
    fn symbols_in_use(&mut self, pool: &TermPool, condition: Term) -> Vec<SymbolId> {
        let mut found = Vec::new();
        let mut waiting = vec![condition];
        let mut left = MAX_PARTS;
        while let Some(term) = waiting.pop() {
            let Some(fewer) = left.checked_sub(1) else { break };
            left = fewer;
            match *pool.node(term) {
                Node::Symbol(symbol) if !found.contains(&symbol) => found.push(symbol),
                Node::Symbol(_) => {}
                Node::Ite(choice, then, otherwise) => {
                    waiting.push(if self.truth(pool, choice) { then } else { otherwise });
                }
                _ => pool.for_each_operand(term, |operand| waiting.push(operand)),
            }
        }
        found.sort_unstable_by(|one, two| two.cmp(one));
        found
    }

    /// The sides of an equation, that first which is rather changed.
    fn sides(&self, pool: &mut TermPool, one: Term, two: Term) -> [Term; 2] {
        let [newer, older] = newest_first(pool, one, two);
        if self.side == Side::Newer { [newer, older] } else { [older, newer] }
    }
}

/// Two terms, that with the newest symbol first.
fn newest_first(pool: &mut TermPool, one: Term, two: Term) -> [Term; 2] {
    let newest = |pool: &mut TermPool, term| pool.symbols(term).last().copied();
    if newest(pool, one) >= newest(pool, two) { [one, two] } else { [two, one] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;
    use clew_term::Assignment;

    #[test]
    fn what_a_change_breaks_is_mended() {
        let mut pool = TermPool::new();
        let [a, b] = ["a", "b"].map(|name| pool.fresh(name, Sort::Bv(24)));
        let [p, q] = ["p", "q"].map(|name| pool.fresh(name, Sort::Bool));
        // Where a is b, p is to be true as well.
        let same = pool.eq(a, b);
        let rule = pool.implies(same, p);
        let ten = pool.bv(24, 10);
        let far = pool.eq(b, ten);
        let path = [far, rule];
        let mut values = Assignment::new();
        let symbol = pool.as_symbol(b).expect("a symbol");
        values.insert(symbol, Value::bv(24, 10));
        let mut values = Evaluator::new(values);
        assert!(path.iter().all(|term| values.holds(&pool, *term)));
        let condition = pool.and(q, same);
        assert!(repair_several(&mut pool, &mut values, path.iter(), condition), "three symbols have to change");
        assert!(Model::new(values.assignment().clone()).satisfies(&pool, &[far, rule, condition]));
        values.take_back(0);
        let never = pool.not(p);
        let path = [far, rule, never];
        assert!(!repair_several(&mut pool, &mut values, path.iter(), condition));
        assert_eq!(values.tried(), 0);
    }

    #[test]
    fn choices_are_followed_as_they_are() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.fresh(name, Sort::Bv(24)));
        let p = pool.fresh("p", Sort::Bool);
        let either = pool.ite(p, a, b);
        let one = pool.bv(24, 1);
        let next = pool.add(c, one);
        let condition = pool.eq(either, next);
        let mut values = Evaluator::new(Assignment::new());
        assert!(repair_several(&mut pool, &mut values, [].iter(), condition), "b or c can change");
        assert!(Model::new(values.assignment().clone()).satisfies(&pool, &[condition]));
    }
}
