//! The evaluator.

use crate::node::{BinaryOp, IndexList, Node};
use crate::pool::{SymbolId, Term, TermPool};
use crate::semantics;
use crate::sort::Sort;
use crate::value::{ArrayValue, Assignment, Value};
use clew_base::FastMap;

/// Evaluates terms of one pool under one assignment and remembers the values of all their parts, so that a term that
/// shares parts with earlier ones costs only what is new.
///
/// It is total: a symbol without a value has its sort's default. It uses no recursion, so terms may be deep.
pub struct Evaluator {
    assignment: Assignment,
    /// Values of all terms seen but arrays, which are looked up in by walking their stores.
    values: FastMap<Term, Option<Value>>,
}

impl Evaluator {
    /// An evaluator under this assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, values: FastMap::default() }
    }

    /// The assignment it evaluates under.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Gives a symbol a value in place of any earlier one. What was computed with that is forgotten.
    pub fn assign(&mut self, pool: &TermPool, symbol: SymbolId, value: Value) {
        if self.assignment.get(symbol) == Some(&value) {
            return;
        }
        if self.values.contains_key(&pool.symbol_term(symbol)) {
            self.forget_values();
        }
        self.assignment.insert(symbol, value);
    }

    /// How many values of terms are remembered.
    pub fn computed_values(&self) -> usize {
        self.values.len()
    }

    /// Forgets all remembered values, to give their memory back.
    pub fn forget_values(&mut self) {
        self.values = FastMap::default();
    }

    /// The value of a term. All calls on one evaluator must be with one pool.
    pub fn value(&mut self, pool: &TermPool, term: Term) -> Value {
        self.visit(pool, term);
        match self.values.get(&term) {
            Some(Some(value)) => value.clone(),
            _ => Value::Array(self.array(pool, term)),
        }
    }

    /// Whether a term of sort `Bool` holds.
    pub fn holds(&mut self, pool: &TermPool, term: Term) -> bool {
        self.visit(pool, term);
        matches!(self.values.get(&term), Some(Some(Value::Bool(true))))
    }

    /// Gives the term a value, and before it every part on which that depends: of a choice only the side that is taken,
    /// of a conjunction or disjunction none behind the one that decides it. Arrays have values for all of their parts.
    fn visit(&mut self, pool: &TermPool, term: Term) {
        let mut stack = vec![term];
        while let Some(term) = stack.last().copied() {
            if self.values.contains_key(&term) {
                stack.pop();
                continue;
            }
            let known = stack.len();
            match *pool.node(term) {
                Node::Ite(condition, then, otherwise) if !matches!(pool.sort(term), Sort::Array(_)) => {
                    let next = match self.truth(condition) {
                        None => condition,
                        Some(true) => then,
                        Some(false) => otherwise,
                    };
                    self.require(next, &mut stack);
                }
                Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => match self.truth(left) {
                    None => stack.push(left),
                    Some(value) if value == (op == BinaryOp::Or) => {}
                    Some(_) => self.require(right, &mut stack),
                },
                _ => pool.for_each_operand(term, |operand| self.require(operand, &mut stack)),
            }
            if stack.len() == known {
                let value = self.compute(pool, term);
                self.values.insert(term, value);
                stack.pop();
            }
        }
    }

    /// Puts a term that has no value yet on the stack.
    fn require(&self, term: Term, stack: &mut Vec<Term>) {
        if !self.values.contains_key(&term) {
            stack.push(term);
        }
    }

    /// What a condition is, if it has a value.
    fn truth(&self, condition: Term) -> Option<bool> {
        match self.values.get(&condition) {
            Some(Some(Value::Bool(value))) => Some(*value),
            _ => None,
        }
    }

    /// The value of a term whose operands have theirs, as far as it depends on them; nothing for arrays.
    fn compute(&self, pool: &TermPool, term: Term) -> Option<Value> {
        match *pool.node(term) {
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) => pool.as_const(term),
            Node::Symbol(symbol) => match pool.symbol_sort(symbol) {
                Sort::Array(_) => None,
                Sort::Bool | Sort::Int | Sort::Bv(_) | Sort::F32 | Sort::F64 => Some(self.symbol(pool, symbol)),
            },
            Node::Unary(op, operand) => Some(semantics::unary(op, &self.known(pool, operand))),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                let decided = self.truth(left).filter(|value| *value == (op == BinaryOp::Or));
                decided.or_else(|| self.truth(right)).map(Value::Bool)
            }
            Node::Binary(op, left, right) => {
                Some(semantics::binary(op, &self.known(pool, left), &self.known(pool, right)))
            }
            Node::Ite(condition, then, otherwise) => {
                self.values.get(&self.branch(pool, condition, then, otherwise)).cloned().flatten()
            }
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
        match self.values.get(&term) {
            Some(Some(value)) => value.clone(),
            _ => Value::Array(self.array(pool, term)),
        }
    }

    fn branch(&self, pool: &TermPool, condition: Term, then: Term, otherwise: Term) -> Term {
        if self.known(pool, condition) == Value::Bool(true) { then } else { otherwise }
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
                    let same = pool.index_terms(stored).iter().zip(index).all(|(term, component)| {
                        self.values.get(term).and_then(Option::as_ref).is_some_and(|known| known == component)
                    });
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
