//! The evaluator.

use crate::node::{BinaryOp, IndexList, Node};
use crate::pool::{SymbolId, Term, TermPool};
use crate::semantics;
use crate::sort::Sort;
use crate::value::{ArrayValue, Assignment, Value};
use known::{Support, Values};

mod known;

/// Evaluates terms of one pool under one assignment and remembers the values of all their parts, so that a term that
/// shares parts with earlier ones costs only what is new. Symbols can be given other values on trial: then only what
/// looked at these is computed anew.
///
/// It is total: a symbol without a value (or with one of another sort) has its sort's default. It uses no recursion, so
/// terms may be deep.
#[derive(Clone)]
pub struct Evaluator {
    assignment: Assignment,
    values: Values,
    /// The symbols on trial, each with the value it had before.
    tried: Vec<(SymbolId, Option<Value>)>,
    /// The terms that wait for a value while one is computed.
    waiting: Vec<Term>,
}

impl Evaluator {
    /// An evaluator under this assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, values: Values::default(), tried: Vec::new(), waiting: Vec::new() }
    }

    /// The assignment it evaluates under, values on trial included.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Gives a symbol a value in place of any earlier one, and keeps with it whatever is on trial.
    pub fn assign(&mut self, pool: &TermPool, symbol: SymbolId, value: Value) {
        self.keep();
        if self.assignment.get(symbol) == Some(&value) {
            return;
        }
        if self.values.contains(pool.symbol_term(symbol)) {
            self.try_value(symbol, value);
            self.keep();
        } else {
            self.assignment.insert(symbol, value);
        }
    }

    /// Gives a symbol another value on trial, on top of what is on trial already.
    pub fn try_value(&mut self, symbol: SymbolId, value: Value) {
        self.tried.push((symbol, self.assignment.get(symbol).cloned()));
        self.assignment.insert(symbol, value);
        self.values.try_others(self.support_of_tried(), symbol);
    }

    /// How many values are on trial.
    pub fn tried(&self) -> usize {
        self.tried.len()
    }

    /// Takes the values on trial back, the latest first, until this many are left.
    pub fn take_back(&mut self, left: usize) {
        while self.tried.len() > left {
            let Some((symbol, before)) = self.tried.pop() else { break };
            match before {
                Some(value) => self.assignment.insert(symbol, value),
                None => self.assignment.remove(symbol),
            }
            self.values.try_others(self.support_of_tried(), symbol);
        }
    }

    /// Keeps the values on trial.
    pub fn keep(&mut self) {
        if !self.tried.is_empty() {
            self.tried.clear();
            self.values.settle();
        }
    }

    fn support_of_tried(&self) -> Support {
        self.tried.iter().fold(Support::default(), |all, (symbol, _)| all.or(Support::of(*symbol)))
    }

    /// How many values of terms are remembered.
    pub fn computed_values(&self) -> usize {
        self.values.len()
    }

    /// Forgets all remembered values, to give their memory back, and keeps what is on trial.
    pub fn forget_values(&mut self) {
        self.tried.clear();
        self.values = Values::default();
    }

    /// The value of a term. All calls on one evaluator must be with one pool.
    pub fn value(&mut self, pool: &TermPool, term: Term) -> Value {
        self.visit(pool, term);
        self.known(pool, term)
    }

    /// Whether a term of sort `Bool` holds.
    pub fn holds(&mut self, pool: &TermPool, term: Term) -> bool {
        self.visit(pool, term);
        self.truth(pool, term) == Some(true)
    }

    /// Whether a symbol may have been looked at for the value of a term: if not, the term has this value whatever the
    /// symbol's is.
    pub fn may_depend(&mut self, pool: &TermPool, term: Term, symbol: SymbolId) -> bool {
        self.visit(pool, term);
        self.support(term).meets(Support::of(symbol))
    }

    /// Gives the term a value, and before it every part on which that depends: of a choice only the side that is taken,
    /// of a conjunction or disjunction none behind the one that decides it. Arrays have values for all of their parts.
    /// Constants are their own values.
    fn visit(&mut self, pool: &TermPool, term: Term) {
        if self.has_value(pool, term) {
            return;
        }
        let mut stack = std::mem::take(&mut self.waiting);
        stack.push(term);
        while let Some(term) = stack.last().copied() {
            if self.values.contains(term) {
                stack.pop();
                continue;
            }
            let known = stack.len();
            match *pool.node(term) {
                Node::Ite(condition, then, otherwise) if !matches!(pool.sort(term), Sort::Array(_)) => {
                    let next = match self.truth(pool, condition) {
                        None => condition,
                        Some(true) => then,
                        Some(false) => otherwise,
                    };
                    self.require(pool, next, &mut stack);
                }
                Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => match self.truth(pool, left) {
                    None => stack.push(left),
                    Some(value) if value == (op == BinaryOp::Or) => {}
                    Some(_) => self.require(pool, right, &mut stack),
                },
                _ => pool.for_each_operand(term, |operand| self.require(pool, operand, &mut stack)),
            }
            if stack.len() == known {
                let (value, support) = (self.compute(pool, term), self.support_of(pool, term));
                self.values.insert(term, value, support);
                stack.pop();
            }
        }
        self.waiting = stack;
    }

    fn has_value(&self, pool: &TermPool, term: Term) -> bool {
        pool.is_const(term) || self.values.contains(term)
    }

    /// Puts a term that has no value yet on the stack.
    fn require(&self, pool: &TermPool, term: Term, stack: &mut Vec<Term>) {
        if !self.has_value(pool, term) {
            stack.push(term);
        }
    }

    /// What a condition is, if it has a value.
    fn truth(&self, pool: &TermPool, condition: Term) -> Option<bool> {
        match pool.as_bool(condition) {
            None => self.values.get(condition)?.truth(),
            constant => constant,
        }
    }

    /// The value of a term that is no array, if it has one.
    fn computed(&self, pool: &TermPool, term: Term) -> Option<Value> {
        pool.as_const(term).or_else(|| self.values.value(term))
    }

    /// The symbols that were looked at for the value of a term.
    fn support(&self, term: Term) -> Support {
        self.values.get(term).map_or(Support::default(), |known| known.support)
    }

    /// The symbols that are looked at for a term whose operands have values, as far as it depends on them.
    fn support_of(&self, pool: &TermPool, term: Term) -> Support {
        match *pool.node(term) {
            Node::Symbol(symbol) => Support::of(symbol),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let first = self.support(left);
                if self.truth(pool, left) == Some(op == BinaryOp::Or) { first } else { first.or(self.support(right)) }
            }
            Node::Ite(condition, then, otherwise) if !matches!(pool.sort(term), Sort::Array(_)) => {
                let taken = self.branch(pool, condition, then, otherwise);
                self.support(condition).or(self.support(taken))
            }
            _ => {
                let mut all = Support::default();
                pool.for_each_operand(term, |operand| all = all.or(self.support(operand)));
                all
            }
        }
    }

    /// The value of a term whose operands have theirs, as far as it depends on them; `None` for arrays.
    fn compute(&self, pool: &TermPool, term: Term) -> Option<Value> {
        match *pool.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) => pool.as_const(term),
            Node::Symbol(symbol) => match pool.symbol_sort(symbol) {
                Sort::Array(_) => None,
                Sort::Bool | Sort::Int | Sort::Bv(_) | Sort::F32 | Sort::F64 => Some(self.symbol(pool, symbol)),
            },
            Node::Unary(op, operand) => Some(semantics::unary(op, &self.known(pool, operand))),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let decided = self.truth(pool, left).filter(|value| *value == (op == BinaryOp::Or));
                decided.or_else(|| self.truth(pool, right)).map(Value::Bool)
            }
            Node::Binary(op, left, right) => {
                Some(semantics::binary(op, &self.known(pool, left), &self.known(pool, right)))
            }
            Node::Ite(condition, then, otherwise) => self.computed(pool, self.branch(pool, condition, then, otherwise)),
            Node::Select(array, index) => Some(self.element(pool, array, &self.index(pool, index))),
            Node::Store(..) | Node::ConstArray(..) => None,
        }
    }

    fn symbol(&self, pool: &TermPool, symbol: SymbolId) -> Value {
        let sort = pool.symbol_sort(symbol);
        match self.assignment.get(symbol) {
            Some(value) if value.has_sort(sort) => value.clone(),
            _ => Value::default_of(sort),
        }
    }

    fn known(&self, pool: &TermPool, term: Term) -> Value {
        match self.computed(pool, term) {
            Some(value) => value,
            None => Value::Array(self.array(pool, term)),
        }
    }

    fn branch(&self, pool: &TermPool, condition: Term, then: Term, otherwise: Term) -> Term {
        if self.truth(pool, condition) == Some(true) { then } else { otherwise }
    }

    fn index(&self, pool: &TermPool, index: IndexList) -> Vec<Value> {
        pool.index_terms(index).iter().map(|term| self.known(pool, *term)).collect()
    }

    /// The element of an array term at an index, found by walking down its stores and choices.
    fn element(&self, pool: &TermPool, array: Term, index: &[Value]) -> Value {
        let mut base = array;
        loop {
            match *pool.node(base) {
                Node::Store(below, stored, value) => {
                    let same = pool
                        .index_terms(stored)
                        .iter()
                        .zip(index)
                        .all(|(term, component)| self.computed(pool, *term).as_ref() == Some(component));
                    if same {
                        return self.known(pool, value);
                    }
                    base = below;
                }
                Node::ConstArray(_, value) => return self.known(pool, value),
                Node::Ite(condition, then, otherwise) => base = self.branch(pool, condition, then, otherwise),
                Node::Symbol(symbol) => return self.element_of_symbol(pool, symbol, index),
                ref other => panic!("{other:?} is not an array"),
            }
        }
    }

    fn element_of_symbol(&self, pool: &TermPool, symbol: SymbolId, index: &[Value]) -> Value {
        match self.assignment.get(symbol) {
            Some(Value::Array(array)) => array.get(index).clone(),
            _ => match Value::default_of(pool.symbol_sort(symbol)) {
                Value::Array(array) => *array.default,
                value => value,
            },
        }
    }

    /// The whole value of an array term.
    fn array(&self, pool: &TermPool, term: Term) -> ArrayValue {
        let mut stores = Vec::new();
        let mut base = term;
        let mut value = loop {
            match *pool.node(base) {
                Node::Store(below, index, value) => {
                    stores.push((index, value));
                    base = below;
                }
                Node::ConstArray(_, value) => break ArrayValue::new(self.known(pool, value)),
                Node::Ite(condition, then, otherwise) => base = self.branch(pool, condition, then, otherwise),
                Node::Symbol(symbol) => match self.symbol(pool, symbol) {
                    Value::Array(array) => break array,
                    value => break ArrayValue::new(value),
                },
                ref other => panic!("{other:?} is not an array"),
            }
        };
        for (index, element) in stores.into_iter().rev() {
            value.set(self.index(pool, index), self.known(pool, element));
        }
        value
    }
}

impl TermPool {
    /// The value of a term under an assignment. It is total: a symbol without a value (or with one of another sort) has
    /// its sort's default. For many terms under one assignment keep an [`Evaluator`].
    pub fn eval(&self, term: Term, assignment: &Assignment) -> Value {
        Evaluator::new(assignment.clone()).value(self, term)
    }
}
