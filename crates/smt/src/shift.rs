//! Equations between symbols to which constants were added, without the constants.
//!
//! `x + 3 == y + 7` costs a solver that thinks in bits two adders, and hides from it that such equations are transitive.
//! Symbols that occur in nothing but equations of this kind, and in equations with constants, are counted from another
//! zero: where `x` stands for `x - 3` and `y` for `y - 7`, the equation is `x == y`. Models are told in terms of the query.

use crate::solver::{Core, Model, QueryLimits, SatResult, Solver, Statistics};
use clew_base::{FastMap, FastSet, OrderedMap};
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, Value};
use std::rc::Rc;

/// Asks the wrapped solver a query with plainer equations; see the module.
pub struct Shift {
    inner: Box<dyn Solver>,
}

/// A side of an equation: a symbol plus a number, or a number.
#[derive(Clone, Copy)]
struct Side {
    symbol: Option<SymbolId>,
    constant: u64,
}

/// An equation of two sides, of so many bits.
struct Equation {
    term: Term,
    width: u8,
    sides: [Side; 2],
}

impl Shift {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner }
    }
}

impl Solver for Shift {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let shifts = shifts(pool, constraints);
        if shifts.numbers.is_empty() {
            return self.inner.check(pool, constraints, limits);
        }
        let shifted: Vec<Term> = constraints
            .iter()
            .map(|constraint| pool.replace(*constraint, &|part| shifts.equations.get(&part).copied()))
            .collect();
        match self.inner.check(pool, &shifted, limits) {
            SatResult::Sat(model) => SatResult::Sat(Rc::new(unshifted(pool, &model, &shifts.numbers))),
            SatResult::Unsat(core) => {
                let named: FastSet<Term> = core.constraints().iter().copied().collect();
                let own = constraints.iter().zip(&shifted).filter(|(_, shifted)| named.contains(shifted));
                SatResult::Unsat(Core::new(own.map(|(constraint, _)| *constraint).collect()))
            }
            SatResult::Unknown(reason) => SatResult::Unknown(reason),
        }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

/// What is counted from another zero.
#[derive(Default)]
struct Shifts {
    /// What has to be added to a symbol of the query to get that of the query that is asked.
    numbers: FastMap<SymbolId, u64>,
    /// The plainer equation for each.
    equations: FastMap<Term, Term>,
}

/// The model in terms of the query.
fn unshifted(pool: &TermPool, model: &Model, numbers: &FastMap<SymbolId, u64>) -> Model {
    let mut assignment = model.assignment().clone();
    for (symbol, number) in numbers {
        let Sort::Bv(width) = pool.symbol_sort(*symbol) else { continue };
        let found = match model.get(*symbol) {
            Some(Value::Bv { bits, .. }) => *bits,
            _ => 0,
        };
        assignment.insert(*symbol, Value::bv(width, found.wrapping_sub(*number)));
    }
    Model::new(assignment)
}

fn shifts(pool: &mut TermPool, constraints: &[Term]) -> Shifts {
    let (equations, elsewhere) = equations(pool, constraints);
    if equations.iter().all(|equation| equation.sides.iter().all(|side| side.symbol.is_none() || side.constant == 0)) {
        return Shifts::default();
    }
    let numbers = consistent(&equations, &elsewhere);
    let mut shifts = Shifts { numbers, equations: FastMap::default() };
    for equation in &equations {
        let new = equation.sides.map(|side| match side.symbol {
            None => pool.bv(equation.width, side.constant),
            Some(symbol) => {
                let own = pool.symbol_term(symbol);
                let rest = side.constant.wrapping_sub(shifts.numbers.get(&symbol).copied().unwrap_or(0));
                let rest = pool.bv(equation.width, rest);
                pool.add(own, rest)
            }
        });
        let plain = pool.eq(new[0], new[1]);
        if plain != equation.term {
            shifts.equations.insert(equation.term, plain);
        }
    }
    shifts
}

/// The equations of the kind that can be made plainer, and the symbols that occur elsewhere too.
fn equations(pool: &TermPool, constraints: &[Term]) -> (Vec<Equation>, FastSet<SymbolId>) {
    let mut equations = Vec::new();
    let mut elsewhere = FastSet::default();
    let mut seen: FastSet<Term> = constraints.iter().copied().collect();
    let mut waiting: Vec<Term> = constraints.to_vec();
    while let Some(term) = waiting.pop() {
        if let Node::Binary(BinaryOp::Eq, left, right) = *pool.node(term)
            && let Sort::Bv(width) = pool.sort(left)
            && let (Some(left), Some(right)) = (side(pool, left), side(pool, right))
        {
            equations.push(Equation { term, width, sides: [left, right] });
            continue;
        }
        if let Some(symbol) = pool.as_symbol(term) {
            elsewhere.insert(symbol);
        }
        pool.for_each_operand(term, |operand| {
            if seen.insert(operand) {
                waiting.push(operand);
            }
        });
    }
    (equations, elsewhere)
}

fn side(pool: &TermPool, term: Term) -> Option<Side> {
    if let Some(constant) = pool.as_bits(term) {
        return Some(Side { symbol: None, constant });
    }
    if let Some(symbol) = pool.as_symbol(term) {
        return Some(Side { symbol: Some(symbol), constant: 0 });
    }
    match *pool.node(term) {
        Node::Binary(BinaryOp::Add, symbol, constant) => {
            Some(Side { symbol: Some(pool.as_symbol(symbol)?), constant: pool.as_bits(constant)? })
        }
        _ => None,
    }
}

/// A number for each symbol so that all equations between two symbols become plain; symbols of which that is not possible,
/// and those that occur elsewhere, are left out together with all that equations connect with them.
fn consistent(equations: &[Equation], elsewhere: &FastSet<SymbolId>) -> FastMap<SymbolId, u64> {
    let mut neighbours: OrderedMap<SymbolId, Vec<(SymbolId, u64, u64)>> = OrderedMap::default();
    for equation in equations {
        let [left, right] = equation.sides;
        for symbol in [left.symbol, right.symbol].into_iter().flatten() {
            neighbours.entry(symbol).or_default();
        }
        if let (Some(one), Some(two)) = (left.symbol, right.symbol) {
            // one + c == two + d: with shifts s and t, s - t is to be c - d.
            let difference = left.constant.wrapping_sub(right.constant);
            let mask = u64::MAX >> (64 - u32::from(equation.width));
            neighbours.entry(one).or_default().push((two, difference, mask));
            neighbours.entry(two).or_default().push((one, difference.wrapping_neg(), mask));
        }
    }
    let mut numbers: FastMap<SymbolId, u64> = FastMap::default();
    let mut settled: FastSet<SymbolId> = FastSet::default();
    for start in neighbours.keys().copied() {
        if !settled.insert(start) {
            continue;
        }
        let mut component: Vec<(SymbolId, u64)> = vec![(start, 0)];
        let mut possible = !elsewhere.contains(&start);
        let mut at = 0;
        while let Some((symbol, number)) = component.get(at).copied() {
            at += 1;
            for (other, difference, mask) in &neighbours[&symbol] {
                let wanted = number.wrapping_sub(*difference) & mask;
                possible &= !elsewhere.contains(other);
                match component.iter().find(|(known, _)| known == other) {
                    Some((_, found)) => possible &= *found == wanted,
                    None => {
                        settled.insert(*other);
                        component.push((*other, wanted));
                    }
                }
            }
        }
        if possible {
            numbers.extend(component);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Z3;

    /// Symbols, and the equation of the `one`th plus its offset with the `two`th plus its own.
    fn equation(pool: &mut TermPool, symbols: &[Term], one: usize, two: usize) -> Term {
        let [left, right] = [one, two].map(|at| {
            let offset = pool.bv(24, at as u64 + 1);
            pool.add(symbols[at], offset)
        });
        pool.eq(left, right)
    }

    #[test]
    fn equations_become_plain_and_models_are_of_the_query() {
        let mut pool = TermPool::new();
        let symbols: Vec<Term> = (0..3).map(|_| pool.fresh("symbol", Sort::Bv(24))).collect();
        let (first, second) = (equation(&mut pool, &symbols, 0, 1), equation(&mut pool, &symbols, 1, 2));
        let third = equation(&mut pool, &symbols, 0, 2);
        let plain = shifts(&mut pool, &[first, second]);
        let expected = pool.eq(symbols[0], symbols[1]);
        assert_eq!(plain.equations.get(&first), Some(&expected));
        let mut solver = Shift::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &[first, second], &QueryLimits::default()) else {
            panic!("they can all be equal")
        };
        assert!(model.satisfies(&pool, &[first, second, third]));
        let differ = pool.not(third);
        let result = solver.check(&mut pool, &[first, second, differ], &QueryLimits::default());
        let SatResult::Unsat(core) = result else { panic!("equality is transitive") };
        assert_eq!(core.constraints(), [first, second, differ]);
    }

    #[test]
    fn symbols_that_occur_elsewhere_or_fit_nowhere_stay() {
        let mut pool = TermPool::new();
        let symbols: Vec<Term> = (0..3).map(|_| pool.fresh("symbol", Sort::Bv(24))).collect();
        let linked = equation(&mut pool, &symbols, 0, 1);
        let zero = pool.bv(24, 0);
        let order = pool.ult(zero, symbols[0]);
        assert!(shifts(&mut pool, &[linked, order]).equations.is_empty());
        // x + 1 == y + 2 and x + 5 == y + 2.
        let (one, two, five) = (pool.bv(24, 1), pool.bv(24, 2), pool.bv(24, 5));
        let [x_one, x_five] = [one, five].map(|offset| pool.add(symbols[0], offset));
        let y_two = pool.add(symbols[1], two);
        let (left, right) = (pool.eq(x_one, y_two), pool.eq(x_five, y_two));
        let either = pool.or(left, right);
        assert!(shifts(&mut pool, &[either]).equations.is_empty());
        let mut solver = Shift::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &[either, linked], &QueryLimits::default()) else {
            panic!("it is possible")
        };
        assert!(model.satisfies(&pool, &[either, linked]));
    }
}
