//! The path condition of a case, simplified once because it is used often (thesis, section 3.2.8).
//!
//! A symbol that the path gives one value is replaced by it; orders of unsigned numbers become orders of signed ones, and
//! `x >= 0 && x != 0` becomes `x > 0`, where that says the same; what the other constraints imply is left out. A question that the
//! solver does not answer changes nothing.

use super::told_by_heap;
use crate::core::Core;
use crate::machine::Machine;
use crate::state::State;
use clew_base::{FastMap, FastSet, OrderedSet};
use clew_smt::QueryLimits;
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, UnaryOp};

/// What one question may cost, in the backend's resource units: a case has several, and its text may be longer than it must.
const QUESTION_WORK: u64 = 20_000;

/// The path condition on numbers, simplified.
pub(super) struct Condition {
    /// All that holds, for questions.
    all: Vec<Term>,
    /// What the heap says of it.
    of_heap: Vec<Term>,
    /// What is told of it.
    pub constraints: Vec<Term>,
    /// The symbols that the path gives one value.
    values: FastMap<SymbolId, Term>,
}

impl Condition {
    pub(super) fn of(machine: &mut Machine<'_>, state: &State) -> Condition {
        let all: Vec<Term> = state.path.constraints.iter().copied().collect();
        let of_heap = told_by_heap(machine, state);
        let constraints = all.iter().copied().filter(|term| !of_heap.contains(term)).collect();
        let mut condition = Condition { all, of_heap, constraints, values: FastMap::default() };
        condition.substitute_values(machine, state);
        condition.restate_unsigned(machine);
        condition.make_strict(machine);
        condition.drop_implied(machine);
        condition
    }

    /// Replaces each symbol that can have only one value on the path.
    fn substitute_values(&mut self, machine: &mut Machine<'_>, state: &State) {
        let mut symbols: OrderedSet<SymbolId> = OrderedSet::default();
        for constraint in &self.constraints {
            symbols.extend(machine.pool.symbols(*constraint).iter().copied());
        }
        for symbol in symbols {
            if !matches!(machine.pool.symbol_sort(symbol), Sort::Bool | Sort::Bv(_)) {
                continue;
            }
            let term = machine.pool.symbol_term(symbol);
            let value = machine.value_in(&state.path.model, term);
            let Some(value) = machine.pool.constant(&value) else { continue };
            let is_value = machine.pool.eq(term, value);
            if follows(machine, &self.all, is_value) {
                self.values.insert(symbol, value);
            }
        }
        let known = &self.values;
        self.constraints = machine.pool.substitute_each(&self.constraints, &|symbol| known.get(&symbol).copied());
        self.constraints.retain(|term| machine.pool.as_bool(*term) != Some(true));
    }

    /// States orders of unsigned numbers, which checks of bounds are, as orders of signed ones where both say the same.
    fn restate_unsigned(&mut self, machine: &mut Machine<'_>) {
        for at in 0..self.constraints.len() {
            let unsigned = self.constraints[at];
            let signed = match *machine.pool.node(unsigned) {
                Node::Binary(BinaryOp::ULt, left, right) => machine.pool.slt(left, right),
                Node::Binary(BinaryOp::ULe, left, right) => machine.pool.sle(left, right),
                _ => continue,
            };
            let mut restated = self.without(at);
            restated.push(signed);
            if follows(machine, &self.all, signed) && follows(machine, &restated, unsigned) {
                self.constraints[at] = signed;
            }
        }
    }

    /// Makes an inequality a strict order where the others leave one side only.
    fn make_strict(&mut self, machine: &mut Machine<'_>) {
        for at in 0..self.constraints.len() {
            let Node::Unary(UnaryOp::Not, equation) = *machine.pool.node(self.constraints[at]) else { continue };
            let Node::Binary(BinaryOp::Eq, left, right) = *machine.pool.node(equation) else { continue };
            if !matches!(machine.pool.sort(left), Sort::Bv(_)) {
                continue;
            }
            let orders = [machine.pool.slt(right, left), machine.pool.slt(left, right)];
            if let Some(strict) = orders.into_iter().find(|order| follows(machine, &self.all, *order)) {
                self.constraints[at] = strict;
            }
        }
    }

    /// Leaves out each constraint that the others imply, the earlier ones first: a later test is mostly the narrower one.
    fn drop_implied(&mut self, machine: &mut Machine<'_>) {
        let mut at = 0;
        while at < self.constraints.len() {
            if follows(machine, &self.without(at), self.constraints[at]) {
                self.constraints.remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// What is told but for one constraint, and what the heap says.
    fn without(&self, at: usize) -> Vec<Term> {
        let others = self.constraints.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, term)| *term);
        others.chain(self.of_heap.iter().copied()).collect()
    }

    /// A value as the path knows it: a constant where the path determines it.
    pub(super) fn value(&self, machine: &mut Machine<'_>, state: &State, term: Term) -> Term {
        let term = machine.pool.substitute(term, &|symbol| self.values.get(&symbol).copied());
        let is_array = matches!(machine.pool.sort(term), Sort::Array(_));
        if machine.pool.is_const(term) || machine.pool.as_symbol(term).is_some() || is_array {
            return term;
        }
        let term = self.without_quotients_by_itself(machine, term);
        let value = machine.value_in(&state.path.model, term);
        let Some(constant) = machine.pool.constant(&value) else { return term };
        let is_constant = machine.pool.eq(term, constant);
        if follows(machine, &self.all, is_constant) { constant } else { term }
    }

    /// Puts one in the place of `x / x` where `x` is not zero, a question of which solvers take long.
    fn without_quotients_by_itself(&self, machine: &mut Machine<'_>, term: Term) -> Term {
        let mut ones: FastMap<Term, Term> = FastMap::default();
        for (quotient, divisor) in quotients_by_itself(machine, term) {
            let width = machine.pool.width(divisor);
            let zero = machine.pool.bv(width, 0);
            let differs = machine.pool.ne(divisor, zero);
            if follows(machine, &self.all, differs) {
                ones.insert(quotient, machine.pool.bv(width, 1));
            }
        }
        machine.pool.replace(term, &|part| ones.get(&part).copied())
    }
}

/// The parts of a term that divide a number by itself, with that number.
fn quotients_by_itself(machine: &Core<'_>, term: Term) -> Vec<(Term, Term)> {
    let (mut found, mut seen, mut waiting) = (Vec::new(), FastSet::default(), vec![term]);
    while let Some(part) = waiting.pop() {
        if !seen.insert(part) {
            continue;
        }
        match *machine.pool.node(part) {
            Node::Binary(BinaryOp::SDiv, left, right) if left == right => found.push((part, right)),
            _ => machine.pool.for_each_operand(part, |operand| waiting.push(operand)),
        }
    }
    found
}

/// Whether a condition holds wherever others do, as far as the solver can tell.
fn follows(machine: &mut Machine<'_>, from: &[Term], condition: Term) -> bool {
    let negation = machine.pool.not(condition);
    let query: Vec<Term> = from.iter().copied().chain([negation]).collect();
    let limits = QueryLimits { work: Some(QUESTION_WORK), ..machine.limits.clone() };
    machine.core.solver.check(&mut machine.core.pool, &query, &limits).is_unsat()
}
