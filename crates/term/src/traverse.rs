//! Walks over terms, without recursion.

use crate::node::{BinaryOp, Node, UnaryOp};
use crate::pool::{Size, SymbolId, Term, TermPool};
use clew_base::{FastMap, FastSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// A table of replaced parts with room for more than this is not used again: to clear it takes as long as it is large.
const MAX_KEPT_CAPACITY: usize = 1 << 10;

impl TermPool {
    /// Calls `visit` with each direct operand of a term, in order; the terms of an index count as operands.
    pub fn for_each_operand(&self, term: Term, mut visit: impl FnMut(Term)) {
        match *self.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) | Node::Symbol(_) => {}
            Node::Unary(_, operand) | Node::ConstArray(_, operand) => visit(operand),
            Node::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            Node::Ite(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            Node::Select(array, index) => {
                visit(array);
                self.index_terms(index).iter().for_each(|term| visit(*term));
            }
            Node::Store(array, index, value) => {
                visit(array);
                self.index_terms(index).iter().for_each(|term| visit(*term));
                visit(value);
            }
        }
    }

    /// All terms of which these are made, themselves included, each once and operands first.
    pub fn parts(&self, terms: &[Term]) -> Vec<Term> {
        let mut seen: FastSet<Term> = terms.iter().copied().collect();
        let mut waiting: Vec<Term> = seen.iter().copied().collect();
        while let Some(term) = waiting.pop() {
            self.for_each_operand(term, |operand| {
                if seen.insert(operand) {
                    waiting.push(operand);
                }
            });
        }
        // Whatever a term is made of was made before it.
        let mut parts: Vec<Term> = seen.into_iter().collect();
        parts.sort_unstable();
        parts
    }

    /// The symbols that occur in a term, sorted.
    ///
    /// Remembered for every term asked about and for its direct operands, not for all of its parts: a long chain of terms
    /// with many symbols would take memory that grows with the square of its length.
    pub fn symbols(&mut self, term: Term) -> Rc<[SymbolId]> {
        if let Some(known) = self.symbol_sets.get(&term) {
            return Rc::clone(known);
        }
        let mut operands: SmallVec<[Term; 4]> = SmallVec::new();
        self.for_each_operand(term, |operand| operands.push(operand));
        for operand in operands {
            if !self.symbol_sets.contains_key(&operand) {
                let set = self.collect_symbols(operand);
                self.symbol_sets.insert(operand, set);
            }
        }
        let set = self.collect_symbols(term);
        self.symbol_sets.insert(term, Rc::clone(&set));
        set
    }

    /// Walks down to symbols and to terms whose symbols are known.
    fn collect_symbols(&self, term: Term) -> Rc<[SymbolId]> {
        let mut found: Vec<SymbolId> = Vec::new();
        let mut largest: Rc<[SymbolId]> = Rc::default();
        let mut seen: FastSet<Term> = FastSet::default();
        let mut stack: Vec<Term> = vec![term];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Some(known) = self.symbol_sets.get(&term) {
                found.extend_from_slice(known);
                if known.len() > largest.len() {
                    largest = Rc::clone(known);
                }
            } else if let Node::Symbol(symbol) = *self.node(term) {
                found.push(symbol);
            } else {
                self.for_each_operand(term, |operand| stack.push(operand));
            }
        }
        found.sort_unstable();
        found.dedup();
        // Most terms add no symbol to those of one operand: these share its set.
        if found.len() == largest.len() { largest } else { found.into() }
    }

    /// The number of different terms that a term is made of, itself included, counted up to `limit`. Remembered for every
    /// term asked about.
    pub fn size_up_to(&mut self, term: Term, limit: usize) -> usize {
        match self.sizes.get(&term) {
            Some(Size::Exactly(size)) => return (*size).min(limit),
            Some(Size::AtLeast(size)) if *size >= limit => return limit,
            Some(Size::AtLeast(_)) | None => {}
        }
        let size = self.count_up_to(term, limit);
        self.sizes.insert(term, if size < limit { Size::Exactly(size) } else { Size::AtLeast(limit) });
        size
    }

    fn count_up_to(&self, term: Term, limit: usize) -> usize {
        let mut seen = FastSet::default();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if seen.len() >= limit {
                return limit;
            }
            if seen.insert(term) {
                self.for_each_operand(term, |operand| stack.push(operand));
            }
        }
        seen.len()
    }

    /// The term with some symbols replaced by terms of their sorts, all at once, built anew and so simplified.
    pub fn substitute(&mut self, term: Term, replacement: &dyn Fn(SymbolId) -> Option<Term>) -> Term {
        self.substitute_each(&[term], replacement).pop().unwrap_or(term)
    }

    /// The term with some of its parts, of whatever shape, replaced by terms of their sorts, built anew and so simplified.
    /// The parts of a part that is replaced are not looked at.
    pub fn replace(&mut self, term: Term, replacement: &dyn Fn(Term) -> Option<Term>) -> Term {
        let mut done = std::mem::take(&mut self.replaced);
        self.replace_all(&[term], &|_, part| replacement(part), &mut done);
        let new = done.get(&term).copied().unwrap_or(term);
        if done.capacity() <= MAX_KEPT_CAPACITY {
            done.clear();
            self.replaced = done;
        }
        new
    }

    /// The term with the parts that `known` has replaced as it says, built anew and so simplified. What becomes of all other
    /// parts is added to `known`, for terms that share them.
    pub fn replace_known(&mut self, term: Term, known: &mut FastMap<Term, Term>) -> Term {
        self.replace_all(&[term], &|_, _| None, known);
        known.get(&term).copied().unwrap_or(term)
    }

    /// Like [`TermPool::substitute`] for several terms that share parts; the results come in the order of the terms.
    pub fn substitute_each(&mut self, terms: &[Term], replacement: &dyn Fn(SymbolId) -> Option<Term>) -> Vec<Term> {
        let mut done: FastMap<Term, Term> = FastMap::default();
        let symbols_only = |pool: &TermPool, term: Term| pool.as_symbol(term).and_then(replacement);
        self.replace_all(terms, &symbols_only, &mut done);
        terms.iter().map(|term| done.get(term).copied().unwrap_or(*term)).collect()
    }

    fn replace_all(
        &mut self,
        terms: &[Term],
        replacement: &dyn Fn(&TermPool, Term) -> Option<Term>,
        done: &mut FastMap<Term, Term>,
    ) {
        let mut stack: Vec<(Term, bool)> = terms.iter().rev().map(|term| (*term, false)).collect();
        while let Some((term, operands_done)) = stack.pop() {
            if done.contains_key(&term) {
                continue;
            }
            if operands_done {
                let new = self.rebuild(term, &|operand| done.get(&operand).copied().unwrap_or(operand));
                done.insert(term, new);
                continue;
            }
            if let Some(given) = replacement(self, term) {
                done.insert(term, self.checked_replacement(term, given));
                continue;
            }
            if self.is_const(term) || self.as_symbol(term).is_some() {
                continue;
            }
            stack.push((term, true));
            self.for_each_operand(term, |operand| {
                if !done.contains_key(&operand) {
                    stack.push((operand, false));
                }
            });
        }
    }

    fn checked_replacement(&self, part: Term, replacement: Term) -> Term {
        let (needed, given) = (self.sort(part), self.sort(replacement));
        assert!(needed == given, "a term of sort {needed} replaced by one of sort {given}");
        replacement
    }

    /// The term's operator on other operands.
    fn rebuild(&mut self, term: Term, new: &dyn Fn(Term) -> Term) -> Term {
        let mut changed = false;
        self.for_each_operand(term, |operand| changed |= new(operand) != operand);
        if !changed {
            return term;
        }
        match *self.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) | Node::Symbol(_) => term,
            Node::Unary(op, operand) => self.unary(op, new(operand)),
            Node::Binary(op, left, right) => self.binary(op, new(left), new(right)),
            Node::Ite(condition, then, otherwise) => self.ite(new(condition), new(then), new(otherwise)),
            Node::Select(array, index) => {
                let index: Vec<Term> = self.index_terms(index).iter().map(|term| new(*term)).collect();
                self.select(new(array), &index)
            }
            Node::Store(array, index, value) => {
                let index: Vec<Term> = self.index_terms(index).iter().map(|term| new(*term)).collect();
                self.store(new(array), &index, new(value))
            }
            Node::ConstArray(sort, value) => self.const_array(sort, new(value)),
        }
    }

    /// The constructor of a unary operator.
    pub fn unary(&mut self, op: UnaryOp, operand: Term) -> Term {
        match op {
            UnaryOp::Not => self.not(operand),
            UnaryOp::Neg => self.neg(operand),
            UnaryOp::BitNot => self.bit_not(operand),
            UnaryOp::SignExtend(to) => self.sign_extend(operand, to),
            UnaryOp::ZeroExtend(to) => self.zero_extend(operand, to),
            UnaryOp::ExtractLow(to) => self.extract_low(operand, to),
            UnaryOp::FNeg => self.fneg(operand),
            UnaryOp::FSqrt => self.fsqrt(operand),
            UnaryOp::FRound(to) => self.fround(to, operand),
            UnaryOp::Convert(conversion) => self.convert(conversion, operand),
            UnaryOp::FloatToBits => self.float_to_bits(operand),
            UnaryOp::BitsToFloat => self.bits_to_float(operand),
        }
    }

    /// The constructor of a binary operator.
    pub fn binary(&mut self, op: BinaryOp, left: Term, right: Term) -> Term {
        match op {
            BinaryOp::And => self.and(left, right),
            BinaryOp::Or => self.or(left, right),
            BinaryOp::Eq => self.eq(left, right),
            BinaryOp::Add => self.add(left, right),
            BinaryOp::Sub => self.sub(left, right),
            BinaryOp::Mul => self.mul(left, right),
            BinaryOp::SDiv => self.sdiv(left, right),
            BinaryOp::SRem => self.srem(left, right),
            BinaryOp::UDiv => self.udiv(left, right),
            BinaryOp::URem => self.urem(left, right),
            BinaryOp::BitAnd => self.bit_and(left, right),
            BinaryOp::BitOr => self.bit_or(left, right),
            BinaryOp::BitXor => self.bit_xor(left, right),
            BinaryOp::Shl => self.shl(left, right),
            BinaryOp::LShr => self.lshr(left, right),
            BinaryOp::AShr => self.ashr(left, right),
            BinaryOp::SLt => self.slt(left, right),
            BinaryOp::SLe => self.sle(left, right),
            BinaryOp::ULt => self.ult(left, right),
            BinaryOp::ULe => self.ule(left, right),
            BinaryOp::FAdd => self.fadd(left, right),
            BinaryOp::FSub => self.fsub(left, right),
            BinaryOp::FMul => self.fmul(left, right),
            BinaryOp::FDiv => self.fdiv(left, right),
            BinaryOp::FRem => self.frem(left, right),
            BinaryOp::FLt => self.flt(left, right),
            BinaryOp::FLe => self.fle(left, right),
            BinaryOp::FEq => self.feq(left, right),
        }
    }
}
