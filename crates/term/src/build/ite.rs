//! Choices.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Term, TermPool};
use crate::semantics::{max_signed, min_signed};
use crate::sort::Sort;

/// How many constant leaves a tree of choices may have for an operator to be moved to its leaves.
const MAX_CONSTANT_LEAVES: usize = 8;

/// How many leaves a tree of choices between differences may have for a comparison with zero to be moved to its leaves.
const MAX_DIFFERENCES: usize = 64;

impl TermPool {
    /// `then` if the condition holds, else `otherwise`; of any one sort.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.check_bool(condition);
        let sort = self.check_same_sort(then, otherwise);
        if then == otherwise {
            return then;
        }
        match *self.node(condition) {
            Node::Bool(true) => return then,
            Node::Bool(false) => return otherwise,
            Node::Unary(UnaryOp::Not, inner) => return self.ite(inner, otherwise, then),
            _ => {}
        }
        if let Node::Ite(inner, value, _) = *self.node(then)
            && inner == condition
        {
            return self.ite(condition, value, otherwise);
        }
        if let Node::Ite(inner, _, value) = *self.node(otherwise)
            && inner == condition
        {
            return self.ite(condition, then, value);
        }
        if sort == Sort::Bool
            && let Some(term) = self.bool_ite(condition, then, otherwise)
        {
            return term;
        }
        // x == c ? c : x
        if let Some((left, right)) = self.operands_of(BinaryOp::Eq, condition)
            && ((left, right) == (then, otherwise) || (right, left) == (then, otherwise))
        {
            return otherwise;
        }
        self.intern(Node::Ite(condition, then, otherwise), sort)
    }

    fn bool_ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        match (self.as_bool(then), self.as_bool(otherwise)) {
            (Some(true), _) => return Some(self.or(condition, otherwise)),
            (_, Some(false)) => return Some(self.and(condition, then)),
            (Some(false), _) => {
                let negated = self.not(condition);
                return Some(self.and(negated, otherwise));
            }
            (_, Some(true)) => {
                let negated = self.not(condition);
                return Some(self.or(negated, then));
            }
            (None, None) => {}
        }
        if then == condition {
            return Some(self.or(condition, otherwise));
        }
        if otherwise == condition {
            return Some(self.and(condition, then));
        }
        if self.are_opposite(then, otherwise) {
            return Some(self.eq(condition, then));
        }
        None
    }

    /// Whether the term is a choice, maybe of choices, between a few constants only.
    pub(crate) fn is_constant_choice(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Ite(..)) && self.leaves(term, MAX_CONSTANT_LEAVES, &Self::is_const).is_some()
    }

    /// Whether the term is a choice, maybe of choices, between constants and differences that do not wrap around. It is
    /// one where two texts are compared character by character.
    pub(crate) fn is_choice_of_differences(&self, term: Term) -> bool {
        let is_decided = |pool: &Self, leaf| pool.is_const(leaf) || pool.difference(leaf).is_some();
        matches!(self.node(term), Node::Ite(..)) && self.leaves(term, MAX_DIFFERENCES, &is_decided).is_some()
    }

    /// The numbers of which the term is the mathematical difference.
    pub(crate) fn difference(&self, term: Term) -> Option<(Term, Term)> {
        let (x, y) = self.operands_of(BinaryOp::Sub, term)?;
        let width = self.sort(term).width()?;
        let (left, right) = (self.range(x), self.range(y));
        let fits = |value: Option<i64>| value.is_some_and(|it| (min_signed(width)..=max_signed(width)).contains(&it));
        let is_exact = fits(left.low.checked_sub(right.high)) && fits(left.high.checked_sub(right.low));
        is_exact.then_some((x, y))
    }

    /// How many leaves the tree of choices has, if all are as wanted and there are no more than `most`.
    fn leaves(&self, term: Term, most: usize, is_wanted: &impl Fn(&Self, Term) -> bool) -> Option<usize> {
        if most == 0 {
            return None;
        }
        match *self.node(term) {
            Node::Ite(_, then, otherwise) => {
                let left = self.leaves(then, most - 1, is_wanted)?;
                let right = self.leaves(otherwise, most.checked_sub(left)?, is_wanted)?;
                Some(left + right)
            }
            _ => is_wanted(self, term).then_some(1),
        }
    }

    /// The tree of choices with `make` applied to each of its leaves. Only for terms that [`Self::is_constant_choice`]
    /// or [`Self::is_choice_of_differences`] accepts.
    pub(crate) fn map_choice(&mut self, term: Term, make: &mut dyn FnMut(&mut TermPool, Term) -> Term) -> Term {
        match *self.node(term) {
            Node::Ite(condition, then, otherwise) => {
                let then = self.map_choice(then, make);
                let otherwise = self.map_choice(otherwise, make);
                self.ite(condition, then, otherwise)
            }
            _ => make(self, term),
        }
    }
}
