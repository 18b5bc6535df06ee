//! Offset elimination: removes constants from equations between sums of a symbol and a constant.
//!
//! `x + 3 == y + 7` costs a solver that thinks in bits two adders, and hides from it that such equations are transitive.
//! Symbols that occur in nothing but equations of this kind, of choices between such sums too, and in equations with
//! constants, are counted from another zero: where `x` stands for `x - 3` and `y` for `y - 7`, the equation is `x == y`.
//! Models are told in terms of the query.

use crate::restate::check_restated;
use crate::solver::{Model, QueryLimits, SatResult, Solver, Statistics};
use clew_base::{FastMap, FastSet, OrderedMap};
use clew_term::{BinaryOp, Node, Sort, SymbolId, Term, TermPool, Value};

/// Asks the wrapped solver a query with plainer equations; see the module.
pub struct OffsetElimination {
    inner: Box<dyn Solver>,
}

/// What a side of an equation is or chooses: a symbol plus a number, or a number.
#[derive(Clone, Copy)]
struct Leaf {
    symbol: Option<SymbolId>,
    constant: u64,
}

/// An equation of `width` bits, with all that its sides are or choose.
struct Equation {
    term: Term,
    width: u8,
    leaves: Vec<Leaf>,
}

impl OffsetElimination {
    /// Wraps a solver.
    pub fn new(inner: Box<dyn Solver>) -> Self {
        Self { inner }
    }
}

impl Solver for OffsetElimination {
    fn check(&mut self, pool: &mut TermPool, constraints: &[Term], limits: &QueryLimits) -> SatResult {
        let shifts = shifts(pool, constraints);
        if shifts.numbers.is_empty() {
            return self.inner.check(pool, constraints, limits);
        }
        let Shifts { numbers, mut plainer, .. } = shifts;
        let told = |pool: &TermPool, model: &Model| unshifted(pool, model, &numbers);
        check_restated(&mut *self.inner, pool, (constraints, limits), &mut plainer, told)
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
    /// The plainer equation for each, and what other terms become by these.
    plainer: FastMap<Term, Term>,
    /// Sides of equations with their symbols counted from another zero, each less the number beside it.
    sides: FastMap<(Term, u64), Term>,
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
    let (mut equations, elsewhere) = equations(pool, constraints);
    let is_plain = |leaf: &Leaf| leaf.symbol.is_none() || leaf.constant == 0;
    if equations.iter().all(|equation| equation.leaves.iter().all(is_plain)) {
        return Shifts::default();
    }
    let numbers = consistent(&equations, &elsewhere);
    let mut shifts = Shifts { numbers, ..Shifts::default() };
    // Equations in the conditions of choices come before those of the choices, so whatever is made of terms that contain
    // these is made when all of them are known.
    equations.sort_unstable_by_key(|equation| equation.term);
    for equation in &equations {
        let shifted = |leaf: &Leaf| Some(leaf.constant.wrapping_sub(*shifts.numbers.get(&leaf.symbol?)?));
        // What is left of the constants is the same everywhere in it.
        let (Some(rest), Node::Binary(BinaryOp::Eq, left, right)) =
            (equation.leaves.iter().find_map(shifted), *pool.node(equation.term))
        else {
            continue;
        };
        let sides = [left, right].map(|side| plain(pool, side, rest, &mut shifts));
        let plain = pool.eq(sides[0], sides[1]);
        shifts.plainer.insert(equation.term, plain);
    }
    shifts
}

/// A side of an equation with its symbols counted from another zero, and less the rest.
fn plain(pool: &mut TermPool, side: Term, rest: u64, shifts: &mut Shifts) -> Term {
    let Sort::Bv(width) = pool.sort(side) else { return side };
    for term in choices(pool, side) {
        if shifts.sides.contains_key(&(term, rest)) {
            continue;
        }
        let new = match (leaf(pool, term), *pool.node(term)) {
            (None, Node::Ite(condition, then, otherwise)) => {
                let condition = pool.replace_known(condition, &mut shifts.plainer);
                let [then, otherwise] =
                    [then, otherwise].map(|side| shifts.sides.get(&(side, rest)).copied().unwrap_or(side));
                pool.ite(condition, then, otherwise)
            }
            (Some(Leaf { symbol: Some(symbol), constant }), _) => {
                let own = pool.symbol_term(symbol);
                let shift = shifts.numbers.get(&symbol).copied().unwrap_or(0);
                let constant = pool.bv(width, constant.wrapping_sub(shift).wrapping_sub(rest));
                pool.add(own, constant)
            }
            (Some(Leaf { symbol: None, constant }), _) => pool.bv(width, constant.wrapping_sub(rest)),
            (None, _) => term,
        };
        shifts.sides.insert((term, rest), new);
    }
    shifts.sides.get(&(side, rest)).copied().unwrap_or(side)
}

/// The equations of the kind that can be made plainer, and the symbols that occur elsewhere too.
fn equations(pool: &TermPool, constraints: &[Term]) -> (Vec<Equation>, FastSet<SymbolId>) {
    let mut equations = Vec::new();
    let mut elsewhere = FastSet::default();
    let mut seen: FastSet<Term> = constraints.iter().copied().collect();
    let mut waiting: Vec<Term> = constraints.to_vec();
    while let Some(term) = waiting.pop() {
        let mut visit = |operand| {
            if seen.insert(operand) {
                waiting.push(operand);
            }
        };
        if let Some((equation, conditions)) = equation(pool, term) {
            equations.push(equation);
            conditions.into_iter().for_each(visit);
            continue;
        }
        if let Some(symbol) = pool.as_symbol(term) {
            elsewhere.insert(symbol);
        }
        pool.for_each_operand(term, &mut visit);
    }
    (equations, elsewhere)
}

/// An equation, if it is of the kind that can be made plainer, with the conditions of its choices.
fn equation(pool: &TermPool, term: Term) -> Option<(Equation, Vec<Term>)> {
    let Node::Binary(BinaryOp::Eq, left, right) = *pool.node(term) else { return None };
    let Sort::Bv(width) = pool.sort(left) else { return None };
    let (mut leaves, mut conditions) = (Vec::new(), Vec::new());
    for term in [left, right].into_iter().flat_map(|side| choices(pool, side)) {
        match *pool.node(term) {
            Node::Ite(condition, ..) => conditions.push(condition),
            _ => leaves.push(leaf(pool, term)?),
        }
    }
    Some((Equation { term, width, leaves }, conditions))
}

/// A side of an equation and all between which it chooses, each once, after those between which it chooses.
fn choices(pool: &TermPool, side: Term) -> Vec<Term> {
    let mut found = FastSet::default();
    let mut waiting = vec![side];
    while let Some(term) = waiting.pop() {
        if found.insert(term)
            && let Node::Ite(_, then, otherwise) = *pool.node(term)
        {
            waiting.extend([then, otherwise]);
        }
    }
    let mut found: Vec<Term> = found.into_iter().collect();
    found.sort_unstable();
    found
}

fn leaf(pool: &TermPool, term: Term) -> Option<Leaf> {
    if let Some(constant) = pool.as_bits(term) {
        return Some(Leaf { symbol: None, constant });
    }
    if let Some(symbol) = pool.as_symbol(term) {
        return Some(Leaf { symbol: Some(symbol), constant: 0 });
    }
    match *pool.node(term) {
        Node::Binary(BinaryOp::Add, symbol, constant) => {
            Some(Leaf { symbol: Some(pool.as_symbol(symbol)?), constant: pool.as_bits(constant)? })
        }
        _ => None,
    }
}

/// A number for each symbol so that all equations between two symbols become plain; symbols of which that is not possible,
/// and those that occur elsewhere, are left out together with all that equations connect with them.
fn consistent(equations: &[Equation], elsewhere: &FastSet<SymbolId>) -> FastMap<SymbolId, u64> {
    let mut neighbours: OrderedMap<SymbolId, Vec<(SymbolId, u64, u64)>> = OrderedMap::default();
    for equation in equations {
        let mut symbols = equation.leaves.iter().filter_map(|leaf| Some((leaf.symbol?, leaf.constant)));
        let Some((one, constant)) = symbols.next() else { continue };
        neighbours.entry(one).or_default();
        for (two, other) in symbols {
            // one + c == two + d: with shifts s and t, s - t is to be c - d.
            let difference = constant.wrapping_sub(other);
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
        assert_eq!(plain.plainer.get(&first), Some(&expected));
        let mut solver = OffsetElimination::new(Box::new(Z3::new()));
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
    fn choices_between_sums_become_plain() {
        let mut pool = TermPool::new();
        let symbols: Vec<Term> = (0..3).map(|_| pool.fresh("symbol", Sort::Bv(24))).collect();
        let sums: Vec<Term> = (0..3)
            .map(|at| {
                let offset = pool.bv(24, at + 1);
                pool.add(symbols[at as usize], offset)
            })
            .collect();
        let made = pool.bv(24, 0x80_0000);
        let condition = equation(&mut pool, &symbols, 0, 1);
        let choice = pool.ite(condition, sums[0], made);
        let query = [pool.eq(choice, sums[2])];
        let mut shifts = shifts(&mut pool, &query);
        let plain_condition = pool.eq(symbols[0], symbols[1]);
        let plain = pool.replace_known(query[0], &mut shifts.plainer);
        let Node::Binary(BinaryOp::Eq, one, two) = *pool.node(plain) else { panic!("an equation") };
        let choice = if pool.as_symbol(one).is_some() { two } else { one };
        let Node::Ite(condition, then, _) = *pool.node(choice) else { panic!("a choice") };
        assert_eq!((condition, then), (plain_condition, symbols[0]));
        let mut solver = OffsetElimination::new(Box::new(Z3::new()));
        let first = equation(&mut pool, &symbols, 0, 1);
        for last in [first, pool.not(first)] {
            let query = [query[0], last];
            let SatResult::Sat(model) = solver.check(&mut pool, &query, &QueryLimits::default()) else {
                panic!("it is possible")
            };
            assert!(model.satisfies(&pool, &query));
        }
        let differ = equation(&mut pool, &symbols, 0, 2);
        let query = [query[0], first, pool.not(differ)];
        assert!(solver.check(&mut pool, &query, &QueryLimits::default()).is_unsat());
    }

    #[test]
    fn symbols_that_occur_elsewhere_or_fit_nowhere_stay() {
        let mut pool = TermPool::new();
        let symbols: Vec<Term> = (0..3).map(|_| pool.fresh("symbol", Sort::Bv(24))).collect();
        let linked = equation(&mut pool, &symbols, 0, 1);
        let zero = pool.bv(24, 0);
        let order = pool.ult(zero, symbols[0]);
        assert!(shifts(&mut pool, &[linked, order]).plainer.is_empty());
        // x + 1 == y + 2 and x + 5 == y + 2.
        let (one, two, five) = (pool.bv(24, 1), pool.bv(24, 2), pool.bv(24, 5));
        let [x_one, x_five] = [one, five].map(|offset| pool.add(symbols[0], offset));
        let y_two = pool.add(symbols[1], two);
        let (left, right) = (pool.eq(x_one, y_two), pool.eq(x_five, y_two));
        let either = pool.or(left, right);
        assert!(shifts(&mut pool, &[either]).plainer.is_empty());
        let mut solver = OffsetElimination::new(Box::new(Z3::new()));
        let SatResult::Sat(model) = solver.check(&mut pool, &[either, linked], &QueryLimits::default()) else {
            panic!("it is possible")
        };
        assert!(model.satisfies(&pool, &[either, linked]));
    }
}
