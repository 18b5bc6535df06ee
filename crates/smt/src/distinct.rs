//! Numbers that make a test sensitive to changes: different ones for different inputs, and those on the boundary of a comparison.

use clew_base::FastSet;
use clew_term::{BinaryOp, Evaluator, Node, Sort, SymbolId, Term, TermPool, UnaryOp, Value};
use std::ops::RangeInclusive;

/// How often constraints are evaluated at most to find numbers that differ.
const MAX_EVALUATIONS: usize = 20_000;

/// Gives each of these symbols, in this order, the first of the numbers beside it that none before it has, where evaluation allows it;
/// symbols that a constraint makes equal get one number.
/// `values` satisfy the constraints, before and after.
pub fn prefer_distinct(
    pool: &mut TermPool,
    constraints: &[Term],
    symbols: &[(SymbolId, &'static [u16])],
    values: &mut Evaluator,
) {
    let mut used: FastSet<u16> = FastSet::default();
    let mut left = equal_together(pool, constraints, symbols);
    let mut evaluations = 0;
    // What some of them could not have at first may be possible once the others have changed.
    for _ in 0..2 {
        let mut without = Vec::new();
        for (equal, numbers) in std::mem::take(&mut left) {
            let speaks_of_them = |pool: &mut TermPool, constraint: Term| {
                let symbols = pool.symbols(constraint);
                equal.iter().any(|symbol| symbols.contains(symbol))
            };
            let about: Vec<Term> =
                constraints.iter().copied().filter(|constraint| speaks_of_them(pool, *constraint)).collect();
            let sort = pool.symbol_sort(equal[0]);
            evaluations += about.len() * numbers.len();
            if evaluations > MAX_EVALUATIONS {
                return;
            }
            let free = numbers.iter().filter(|number| !used.contains(*number));
            let mut of_sort = free.filter_map(|number| Some((*number, number_of(sort, *number)?)));
            match of_sort.find(|(_, value)| have_value(pool, values, &about, &equal, value)) {
                Some((number, _)) => {
                    used.insert(number);
                }
                None => without.push((equal, numbers)),
            }
        }
        left = without;
    }
}

/// Makes each of these symbols true, in this order, where evaluation allows it. `values` satisfy the constraints, before and after.
pub fn prefer_true(pool: &TermPool, constraints: &[Term], symbols: &[SymbolId], values: &mut Evaluator) {
    for symbol in symbols {
        have_value(pool, values, constraints, &[*symbol], &Value::Bool(true));
    }
}

/// Brings symbols to the boundaries of the comparisons that constraints make with them, or with sums of them, where evaluation allows it:
/// to the other side where they may be equal, next to it where that is a constant and they may not. The last comparison of a symbol counts,
/// each symbol at most once; comparisons among the first constraints, `without` so many, are passed over. `values` satisfy the constraints,
/// before and after.
pub fn prefer_boundaries(
    pool: &mut TermPool,
    (constraints, without): (&[Term], usize),
    symbols: &[(SymbolId, &'static [u16])],
    values: &mut Evaluator,
) {
    let mut left = equal_together(pool, constraints, symbols);
    let mut evaluations = 0;
    for constraint in constraints.iter().skip(without).rev() {
        let Some(comparison) = Comparison::of(pool, *constraint) else { continue };
        for (own, other, is_lower) in
            [(comparison.low, comparison.high, true), (comparison.high, comparison.low, false)]
        {
            let Some(bound) = comparison.bound(pool, values, other, is_lower) else { continue };
            let brought = moves(pool, values, (own, &bound), &left).into_iter().find(|(at, moved)| {
                let about = about(pool, constraints, &left[*at].0, (own, &bound));
                evaluations += about.len();
                evaluations <= MAX_EVALUATIONS && have_value(pool, values, &about, &left[*at].0, moved)
            });
            if let Some((at, _)) = brought {
                left.remove(at);
                break;
            }
        }
        if evaluations > MAX_EVALUATIONS {
            return;
        }
    }
}

/// Brings each of these symbols to the greatest value that comparisons with constants leave it, if that is among the wanted ones and
/// evaluation allows it. The comparisons are those of `among` these constraints. `values` satisfy the constraints, before and after.
pub fn prefer_greatest(
    pool: &TermPool,
    (constraints, among): (&[Term], &[Term]),
    symbols: &[SymbolId],
    wanted: RangeInclusive<i64>,
    values: &mut Evaluator,
) {
    for symbol in symbols {
        let bounds = among.iter().filter_map(|constraint| {
            let comparison = Comparison::of(pool, *constraint).filter(|it| pool.as_symbol(it.low) == Some(*symbol))?;
            pool.as_const(comparison.high)?;
            comparison.bound(pool, values, comparison.high, true)
        });
        let least = bounds.min_by_key(Value::as_signed);
        if let Some(least) = least.filter(|least| least.as_signed().is_some_and(|least| wanted.contains(&least))) {
            have_value(pool, values, constraints, &[*symbol], &least);
        }
    }
}

/// The greatest number of values by which a sum is brought to a boundary.
const MAX_MOVES: usize = 8;

/// Values for groups of symbols, by their positions, by which an expression may come to its bound: the bound for a symbol, and for
/// one in a sum what is missing or too much.
fn moves(
    pool: &mut TermPool,
    values: &mut Evaluator,
    (own, bound): (Term, &Value),
    left: &[(Vec<SymbolId>, &'static [u16])],
) -> Vec<(usize, Value)> {
    let group_of = |symbol: SymbolId| left.iter().position(|(group, _)| group.contains(&symbol));
    if let Some(symbol) = pool.as_symbol(own) {
        return group_of(symbol).map(|at| (at, bound.clone())).into_iter().collect();
    }
    let (Some(now), Some(wanted)) = (values.value(pool, own).as_signed(), bound.as_signed()) else { return Vec::new() };
    let missing = i128::from(wanted) - i128::from(now);
    let mut moves = Vec::new();
    for symbol in pool.symbols(own).iter().copied() {
        let (Some(at), Sort::Bv(width)) = (group_of(symbol), pool.symbol_sort(symbol)) else { continue };
        let Some(now) = values.assignment().get(symbol).and_then(Value::as_signed) else { continue };
        let half = 1i128 << (width - 1);
        let values = [i128::from(now) + missing, i128::from(now) - missing];
        let fits = values.into_iter().filter(|value| (-half..half).contains(value));
        moves.extend(fits.map(|value| (at, Value::bv(width, value as u64))));
    }
    moves.truncate(MAX_MOVES);
    moves
}

/// The constraints that speak of symbols, and that an expression is at its bound.
fn about(pool: &mut TermPool, constraints: &[Term], group: &[SymbolId], (own, bound): (Term, &Value)) -> Vec<Term> {
    let mut about: Vec<Term> = Vec::new();
    for constraint in constraints {
        let symbols = pool.symbols(*constraint);
        if group.iter().any(|symbol| symbols.contains(symbol)) {
            about.push(*constraint);
        }
    }
    if let Value::Bv { width, bits } = bound {
        let bound = pool.bv(*width, *bits);
        about.push(pool.eq(own, bound));
    }
    about
}

/// A comparison of two numbers that holds.
struct Comparison {
    low: Term,
    high: Term,
    /// Whether they may be equal.
    may_be_equal: bool,
}

impl Comparison {
    fn of(pool: &TermPool, constraint: Term) -> Option<Self> {
        let (term, holds) = match *pool.node(constraint) {
            Node::Unary(UnaryOp::Not, negated) => (negated, false),
            _ => (constraint, true),
        };
        let Node::Binary(op, left, right) = *pool.node(term) else { return None };
        let may_be_equal = match op {
            BinaryOp::SLt => !holds,
            BinaryOp::SLe => holds,
            _ => return None,
        };
        let (low, high) = if holds { (left, right) } else { (right, left) };
        Some(Self { low, high, may_be_equal })
    }

    /// The value next to the boundary for the side that is lower or higher, given the other side.
    fn bound(&self, pool: &TermPool, values: &mut Evaluator, other: Term, is_lower: bool) -> Option<Value> {
        let value = values.value(pool, other);
        let Value::Bv { width, bits } = value else { return None };
        if self.may_be_equal {
            return Some(value);
        }
        let is_constant = matches!(pool.node(other), Node::Bv { .. });
        let next = if is_lower { bits.wrapping_sub(1) } else { bits.wrapping_add(1) };
        is_constant.then(|| Value::bv(width, next))
    }
}

/// The symbols, those together that a constraint makes equal, with the numbers of the first.
fn equal_together(
    pool: &TermPool,
    constraints: &[Term],
    symbols: &[(SymbolId, &'static [u16])],
) -> Vec<(Vec<SymbolId>, &'static [u16])> {
    let mut groups: Vec<(Vec<SymbolId>, &'static [u16])> =
        symbols.iter().map(|(symbol, numbers)| (vec![*symbol], *numbers)).collect();
    for constraint in constraints {
        let Node::Binary(BinaryOp::Eq, left, right) = *pool.node(*constraint) else { continue };
        let (Some(left), Some(right)) = (pool.as_symbol(left), pool.as_symbol(right)) else { continue };
        join(&mut groups, left, right);
    }
    groups
}

/// Makes one group of those of two symbols, if both are in one. It has what belongs to the first of them.
pub(crate) fn join<T>(groups: &mut Vec<(Vec<SymbolId>, T)>, one: SymbolId, other: SymbolId) {
    let group_of = |symbol: SymbolId| groups.iter().position(|(group, _)| group.contains(&symbol));
    if let (Some(one), Some(other)) = (group_of(one), group_of(other))
        && one != other
    {
        let (joined, _) = groups.remove(one.max(other));
        groups[one.min(other)].0.extend(joined);
    }
}

/// Gives symbols a value, if the constraints hold with that.
pub(crate) fn have_value(
    pool: &TermPool,
    values: &mut Evaluator,
    constraints: &[Term],
    symbols: &[SymbolId],
    value: &Value,
) -> bool {
    symbols.iter().for_each(|symbol| values.try_value(*symbol, value.clone()));
    let satisfied = constraints.iter().rev().all(|constraint| values.holds(pool, *constraint));
    if satisfied {
        values.keep()
    } else {
        values.take_back(0)
    }
    satisfied
}

/// A number as a value of a sort that has it; a half more where that has fractions.
fn number_of(sort: Sort, number: u16) -> Option<Value> {
    match sort {
        Sort::Bv(width) => {
            let number = u64::from(number);
            (number.checked_shr(width.into()).unwrap_or(0) == 0).then(|| Value::bv(width, number))
        }
        Sort::F32 => Some(Value::F32((f32::from(number) + 0.5).to_bits())),
        Sort::F64 => Some(Value::F64((f64::from(number) + 0.5).to_bits())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_term::Assignment;

    const NUMBERS: &[u16] = &[2, 3, 5, 1];

    type Wishes = Vec<(SymbolId, &'static [u16])>;

    /// Three integers, all zero.
    fn three() -> (TermPool, [Term; 3], Wishes, Evaluator) {
        let mut pool = TermPool::new();
        let terms = ["x", "y", "z"].map(|name| pool.fresh(name, Sort::Bv(32)));
        let symbols: Wishes = terms.iter().filter_map(|term| Some((pool.as_symbol(*term)?, NUMBERS))).collect();
        let mut values = Assignment::default();
        symbols.iter().for_each(|(symbol, _)| values.insert(*symbol, Value::from_i32(0)));
        (pool, terms, symbols, Evaluator::new(values))
    }

    fn numbers(pool: &TermPool, values: &mut Evaluator, terms: [Term; 3]) -> [Option<i32>; 3] {
        terms.map(|term| values.value(pool, term).as_i32())
    }

    #[test]
    fn sums_come_to_boundaries() {
        let (mut pool, [x, y, _], symbols, mut values) = three();
        let sum = pool.add(x, y);
        let ten = pool.bv32(10);
        let limit = pool.bv32(4);
        // x + y <= 10 && y < 4
        let constraints = [pool.sle(sum, ten), pool.slt(y, limit)];
        prefer_distinct(&mut pool, &constraints, &symbols, &mut values);
        prefer_boundaries(&mut pool, (&constraints, 0), &symbols, &mut values);
        assert_eq!(numbers(&pool, &mut values, [x, y, x])[..2], [Some(7), Some(3)]);
    }

    #[test]
    fn what_is_free_is_unlike_and_what_is_equal_stays_so() {
        let (mut pool, [x, y, z], symbols, mut values) = three();
        let constraints = [pool.eq(x, z), pool.sle(y, x)];
        prefer_distinct(&mut pool, &constraints, &symbols, &mut values);
        assert_eq!(numbers(&pool, &mut values, [x, y, z]), [Some(2), Some(1), Some(2)]);
        assert!(constraints.iter().all(|constraint| values.holds(&pool, *constraint)));
    }

    #[test]
    fn comparisons_are_brought_to_where_they_turn() {
        let (mut pool, [x, y, z], symbols, mut values) = three();
        let (hundred, minus_one) = (pool.bv32(100), pool.bv32(-1));
        let below = pool.slt(hundred, x);
        let is_less = pool.slt(y, minus_one);
        let constraints = [below, pool.not(is_less), pool.sle(z, hundred)];
        values.try_value(symbols[0].0, Value::from_i32(250));
        values.keep();
        prefer_boundaries(&mut pool, (&constraints, 0), &symbols, &mut values);
        assert_eq!(numbers(&pool, &mut values, [x, y, z]), [Some(101), Some(-1), Some(100)]);
        assert!(constraints.iter().all(|constraint| values.holds(&pool, *constraint)));
    }

    #[test]
    fn comparisons_that_come_first_may_be_passed_over() {
        let (mut pool, [x, y, z], symbols, mut values) = three();
        let constraints = [pool.sle(z, x)];
        values.try_value(symbols[0].0, Value::from_i32(7));
        values.keep();
        prefer_boundaries(&mut pool, (&constraints, 1), &symbols, &mut values);
        assert_eq!(numbers(&pool, &mut values, [x, y, z]), [Some(7), Some(0), Some(0)]);
    }
}
