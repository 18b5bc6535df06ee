//! How often inner loops are iterated, in terms of the variables before (section 3.3).

use crate::builder::{Builder, Executed, Passed};
use crate::condition::Conjunct;
use crate::linear::Linear;
use crate::value::{Num, Substitution, Value};
use clew_base::FastSet;
use clew_term::{BinaryOp, Node, SymbolId, Term, UnaryOp};
use num_bigint::BigInt;

impl Builder {
    /// Puts what the sum of the counters of each inner loop must be in the place of the counters.
    pub(crate) fn relate_counters(&mut self, executed: &mut Executed) {
        for passed in executed.loops.clone() {
            if let Some(sum) = self.sum_of_counters(executed, &passed) {
                self.put_sum(executed, &passed, sum);
            }
        }
    }

    /// What the condition of a backbone says the sum of the counters is.
    fn sum_of_counters(&mut self, executed: &Executed, passed: &Passed) -> Option<Term> {
        let counters: Vec<Term> = passed.counters.iter().map(|counter| self.pool.symbol_term(*counter)).collect();
        let (zero, mut sum) = (self.pool.int(BigInt::ZERO), self.pool.int(BigInt::ZERO));
        for counter in &counters {
            sum = self.pool.add(sum, *counter);
        }
        for candidate in self.candidates(executed, &counters) {
            let is_positive = self.pool.slt(zero, candidate);
            let candidate = self.pool.ite(is_positive, candidate, zero);
            let differs = self.pool.ne(sum, candidate);
            if self.is_refuted(&executed.condition, Some(differs)) {
                return Some(candidate);
            }
        }
        None
    }

    /// Where a comparison of the condition would be an equation, and next to it.
    fn candidates(&mut self, executed: &Executed, counters: &[Term]) -> Vec<Term> {
        let own: FastSet<SymbolId> = self.symbols.iter().flatten().copied().collect();
        let mut found = Vec::new();
        let terms: Vec<Term> = executed.condition.iter().filter_map(Conjunct::as_term).collect();
        let compared: Vec<_> = terms.into_iter().filter_map(|term| self.compared(term)).collect();
        for (left, right) in compared {
            let difference = self.pool.sub(left, right);
            let mut rest = Linear::of(&self.pool, difference);
            let mut factors = counters.iter().map(|counter| rest.parts.shift_remove(counter).unwrap_or_default());
            let Some(factor) = factors.next() else { continue };
            if !factors.all(|other| other == factor) || (factor != BigInt::from(1) && factor != BigInt::from(-1)) {
                continue;
            }
            let parts: Vec<Term> = rest.parts.keys().copied().collect();
            if parts.into_iter().any(|part| self.pool.symbols(part).iter().any(|symbol| !own.contains(symbol))) {
                continue;
            }
            let mut rest = rest.term(&mut self.pool);
            if factor == BigInt::from(1) {
                rest = self.pool.neg(rest);
            }
            for near in [0, 1, -1] {
                let near = self.pool.int(BigInt::from(near));
                found.push(self.pool.add(rest, near));
            }
        }
        found.dedup();
        found.truncate(12);
        found
    }

    fn compared(&self, term: Term) -> Option<(Term, Term)> {
        match *self.pool.node(term) {
            Node::Binary(BinaryOp::SLt | BinaryOp::SLe, left, right) => Some((left, right)),
            Node::Binary(BinaryOp::Eq, left, right) if self.pool.sort(left) == clew_term::Sort::Int => {
                Some((left, right))
            }
            Node::Unary(UnaryOp::Not, inner) => self.compared(inner),
            _ => None,
        }
    }

    fn put_sum(&mut self, executed: &mut Executed, passed: &Passed, sum: Term) {
        let Some((first, others)) = passed.counters.split_first() else { return };
        let mut value = sum;
        for other in others {
            let other = self.pool.symbol_term(*other);
            value = self.pool.sub(value, other);
        }
        let mut by = Substitution::default();
        by.exact.insert(*first, value);
        executed.sums.push((*first, value));
        for value in &mut executed.state {
            if let Value::Num(num) = value {
                let raw = by.term(&mut self.pool, num.raw);
                // Counters that add up to the sum cancel each other.
                let raw = if raw == num.raw { raw } else { Linear::of(&self.pool, raw).term(&mut self.pool) };
                *value = Value::Num(Num { raw, ..*num });
            }
        }
    }
}
