//! Truth values.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use crate::value::Value;

impl TermPool {
    /// Negation. Of an order between bit-vectors or integers it is the opposite order.
    pub fn not(&mut self, a: Term) -> Term {
        self.check_bool(a);
        match *self.node(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Unary(UnaryOp::Not, inner) => inner,
            Node::Binary(BinaryOp::SLt, x, y) => self.sle(y, x),
            Node::Binary(BinaryOp::SLe, x, y) => self.slt(y, x),
            Node::Binary(BinaryOp::ULt, x, y) => self.ule(y, x),
            Node::Binary(BinaryOp::ULe, x, y) => self.ult(y, x),
            _ => self.intern_unary(UnaryOp::Not, a, Sort::Bool),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.check_bool(a);
        self.check_bool(b);
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(false), _) | (_, Some(false)) => return self.fls(),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if self.are_opposite(a, b) {
            return self.fls();
        }
        if let Some(term) = self.and_one_way(a, b).or_else(|| self.and_one_way(b, a)) {
            return term;
        }
        self.intern_binary(BinaryOp::And, a, b)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.check_bool(a);
        self.check_bool(b);
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) | (_, Some(true)) => return self.tru(),
            (Some(false), _) => return b,
            (_, Some(false)) => return a,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if self.are_opposite(a, b) {
            return self.tru();
        }
        if let Some(term) = self.or_one_way(a, b).or_else(|| self.or_one_way(b, a)) {
            return term;
        }
        self.intern_binary(BinaryOp::Or, a, b)
    }

    /// Implication, as `!a || b`.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// Equivalence, as `Eq` on truth values.
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        self.check_bool(a);
        self.check_bool(b);
        self.eq(a, b)
    }

    /// The conjunction of all, true if there are none.
    pub fn and_all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.tru(), |all, term| self.and(all, *term))
    }

    /// The disjunction of all, false if there are none.
    pub fn or_all(&mut self, terms: &[Term]) -> Term {
        terms.iter().fold(self.fls(), |all, term| self.or(all, *term))
    }

    /// Whether one is, in its form, the negation of the other.
    pub(crate) fn are_opposite(&self, a: Term, b: Term) -> bool {
        use BinaryOp::{SLe, SLt, ULe, ULt};
        match (*self.node(a), *self.node(b)) {
            (Node::Unary(UnaryOp::Not, x), _) if x == b => true,
            (_, Node::Unary(UnaryOp::Not, y)) => y == a,
            (Node::Binary(SLt, x, y), Node::Binary(SLe, y2, x2))
            | (Node::Binary(SLe, y2, x2), Node::Binary(SLt, x, y))
            | (Node::Binary(ULt, x, y), Node::Binary(ULe, y2, x2))
            | (Node::Binary(ULe, y2, x2), Node::Binary(ULt, x, y)) => x == x2 && y == y2,
            _ => false,
        }
    }

    /// A simpler form of `a && b`, looking into `a` for what `b` says of it.
    fn and_one_way(&mut self, a: Term, b: Term) -> Option<Term> {
        match *self.node(a) {
            Node::Binary(BinaryOp::Or, x, y) if x == b || y == b => Some(b),
            // (!b || y) && b
            Node::Binary(BinaryOp::Or, x, y) if self.are_opposite(x, b) => Some(self.and(y, b)),
            Node::Binary(BinaryOp::Or, x, y) if self.are_opposite(y, b) => Some(self.and(x, b)),
            Node::Binary(BinaryOp::And, x, y) if x == b || y == b => Some(a),
            Node::Binary(BinaryOp::And, x, y) if self.are_opposite(x, b) || self.are_opposite(y, b) => Some(self.fls()),
            Node::Binary(BinaryOp::Eq, x, c) if self.is_const(c) => self.and_with_equal(a, x, c, b),
            Node::Binary(BinaryOp::SLe, x, y) => self.and_with_at_most(a, (x, y), b),
            Node::Binary(BinaryOp::SLt, x, c) if self.is_const(c) => self.and_with_below(x, c, b),
            Node::Unary(UnaryOp::Not, below) => match (*self.node(below), self.operand_of(UnaryOp::Not, b)) {
                // !(x < y) && !(x == y) of floats
                (Node::Binary(BinaryOp::FLt, x, y), Some(equal)) if self.are_equal_floats(equal, x, y) => {
                    let at_most = self.fle(x, y);
                    Some(self.not(at_most))
                }
                // !(x < y) && x == y of floats
                (Node::Binary(BinaryOp::FLt, x, y), None) if self.are_equal_floats(b, x, y) => Some(b),
                _ => None,
            },
            _ => None,
        }
    }

    /// `a` is `x == c`: what else does `b` say of `x`?
    fn and_with_equal(&mut self, a: Term, x: Term, c: Term, b: Term) -> Option<Term> {
        let (negated, inner) = match self.operand_of(UnaryOp::Not, b) {
            Some(inner) => (true, inner),
            None => (false, b),
        };
        match *self.node(inner) {
            Node::Binary(BinaryOp::Eq, x2, d) if x2 == x && self.is_const(d) && c != d => {
                Some(if negated { a } else { self.fls() })
            }
            Node::Binary(op @ (BinaryOp::SLt | BinaryOp::SLe | BinaryOp::ULt | BinaryOp::ULe), l, r)
                if (l == x && self.is_const(r)) || (r == x && self.is_const(l)) =>
            {
                let holds = if l == x { self.fold_binary(op, c, r) } else { self.fold_binary(op, l, c) };
                Some(if self.as_bool(holds?)? != negated { a } else { self.fls() })
            }
            _ => None,
        }
    }

    /// `a` is `x <= y`: with `x != y` it is `x < y`, with `x == y` that alone, with `y < …` of a constant maybe nothing.
    fn and_with_at_most(&mut self, a: Term, (x, y): (Term, Term), b: Term) -> Option<Term> {
        if self.is_pair(BinaryOp::Eq, b, x, y) {
            return Some(b);
        }
        if let Some(inner) = self.operand_of(UnaryOp::Not, b) {
            return self.is_pair(BinaryOp::Eq, inner, x, y).then(|| self.slt(x, y));
        }
        match *self.node(b) {
            // c <= y && y < d with d <= c
            Node::Binary(BinaryOp::SLt, y2, d) if y2 == y && self.is_const(x) && self.is_const(d) => {
                let empty = self.fold_binary(BinaryOp::SLe, d, x)?;
                (empty == self.tru()).then(|| self.fls())
            }
            // c <= y && d <= y
            Node::Binary(BinaryOp::SLe, d, y2) if y2 == y && self.is_const(x) && self.is_const(d) => {
                let implied = self.fold_binary(BinaryOp::SLe, d, x)?;
                Some(if implied == self.tru() { a } else { b })
            }
            // x <= y && y <= x
            Node::Binary(BinaryOp::SLe, y2, x2) if (x2, y2) == (x, y) => Some(self.eq(x, y)),
            _ => None,
        }
    }

    /// `a` is `x < c` with a constant `c`.
    fn and_with_below(&mut self, x: Term, c: Term, b: Term) -> Option<Term> {
        if let Some((x2, d)) = self.with_constant(BinaryOp::SLt, b).filter(|(x2, _)| *x2 == x) {
            let tighter = self.fold_binary(BinaryOp::SLe, c, d)? == self.tru();
            return Some(self.intern_binary(BinaryOp::SLt, x2, if tighter { c } else { d }));
        }
        // x < c && x != c - 1
        let inner = self.operand_of(UnaryOp::Not, b)?;
        let (x2, d) = self.with_constant(BinaryOp::Eq, inner)?;
        let one = self.number(self.sort(c), 1);
        let last = self.sub(c, one);
        (x2 == x && d == last).then(|| self.slt(x, last))
    }

    /// A simpler form of `a || b`, looking into `a` for what `b` says of it.
    fn or_one_way(&mut self, a: Term, b: Term) -> Option<Term> {
        match *self.node(a) {
            Node::Binary(BinaryOp::And, x, y) if x == b || y == b => Some(b),
            // (!b && y) || b
            Node::Binary(BinaryOp::And, x, y) if self.are_opposite(x, b) => Some(self.or(y, b)),
            Node::Binary(BinaryOp::And, x, y) if self.are_opposite(y, b) => Some(self.or(x, b)),
            Node::Binary(BinaryOp::Or, x, y) if x == b || y == b => Some(a),
            Node::Binary(BinaryOp::Or, x, y) if self.are_opposite(x, b) || self.are_opposite(y, b) => Some(self.tru()),
            Node::Binary(BinaryOp::SLt, x, y) if self.is_pair(BinaryOp::Eq, b, x, y) => Some(self.sle(x, y)),
            Node::Binary(BinaryOp::FLt, x, y) if self.are_equal_floats(b, x, y) => Some(self.fle(x, y)),
            _ => None,
        }
    }

    /// Whether a term says that two floats are equal. Those that are no zeros are equal if their bits are.
    fn are_equal_floats(&self, term: Term, x: Term, y: Term) -> bool {
        let is_other_than_zero = |float: Term| match self.as_const(float) {
            Some(Value::F32(bits)) => f32::from_bits(bits).abs() > 0.0,
            Some(Value::F64(bits)) => f64::from_bits(bits).abs() > 0.0,
            _ => false,
        };
        self.is_pair(BinaryOp::FEq, term, x, y)
            || self.is_pair(BinaryOp::Eq, term, x, y) && (is_other_than_zero(x) || is_other_than_zero(y))
    }

    /// Whether the term is a commutative operator on just these two operands.
    fn is_pair(&self, op: BinaryOp, term: Term, x: Term, y: Term) -> bool {
        self.operands_of(op, term).is_some_and(|found| found == (x, y) || found == (y, x))
    }
}
