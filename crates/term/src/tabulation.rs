//! Conditions on one small symbol that look into tables, as the ranges of its values in which they hold.
//!
//! Whether a character is a letter is read from tables of thousands of elements, of which a solver knows nothing but a long
//! chain of stores, and through which whoever evaluates the condition walks each time. So it is computed once for every value
//! of a symbol, and stated anew without the tables.

use crate::node::Node;
use crate::pool::{SymbolId, Term, TermPool};
use crate::semantics;
use crate::sort::Sort;
use crate::value::Value;
use clew_base::{FastMap, FastSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The most bits of a symbol all of whose values are looked at: those of a character.
const MAX_WIDTH: u8 = 16;

/// Larger conditions are left as they are.
const MAX_SIZE: usize = 256;

/// Conditions that hold in more ranges are left as they are.
const MAX_RANGES: usize = 2048;

/// How many columns are kept, of half a megabyte each for a character.
const MAX_COLUMNS: usize = 128;

/// The values of a term, one for each value of the only symbol, in order; a truth value is 0 or 1.
type Column = Rc<[u64]>;

/// The elements of an array that has no symbols.
struct Table {
    elements: FastMap<u64, u64>,
    otherwise: u64,
}

/// States conditions anew, and remembers what it computed for that. For one pool only.
#[derive(Default)]
pub struct Tabulation {
    /// What stands for symbols of a width, so that the same condition on two of them is computed once.
    stand_ins: FastMap<u8, Term>,
    columns: FastMap<Term, Column>,
    tables: FastMap<Term, Option<Rc<Table>>>,
    /// Where conditions on a stand-in hold, if that can be told.
    ranges: FastMap<Term, Option<Rc<[RangeInclusive<u64>]>>>,
}

impl Tabulation {
    /// An equivalent condition without tables, where there is one; otherwise the same.
    pub fn restate(&mut self, pool: &mut TermPool, condition: Term) -> Term {
        self.restated(pool, condition).unwrap_or(condition)
    }

    /// For each value of the only symbol of a condition, in order, whether it holds, as 0 or 1; `None` if it has more symbols, or
    /// parts that have no bits, or is too large.
    pub fn truths(&mut self, pool: &mut TermPool, condition: Term) -> Option<Rc<[u64]>> {
        let (symbol, width) = only_small_symbol(pool, condition)?;
        let tables = tables_in(pool, condition)?;
        let shape = self.shape(pool, condition, symbol, tables);
        self.column(pool, shape, width)
    }

    /// The same condition on the stand-in.
    fn shape(&mut self, pool: &mut TermPool, condition: Term, symbol: SymbolId, tables: Vec<Term>) -> Term {
        let sort = pool.symbol_sort(symbol);
        let width = pool.width(pool.symbol_term(symbol));
        let stand_in = *self.stand_ins.entry(width).or_insert_with(|| pool.fresh("any", sort));
        let mut known: FastMap<Term, Term> = tables.into_iter().map(|table| (table, table)).collect();
        known.insert(pool.symbol_term(symbol), stand_in);
        pool.replace_known(condition, &mut known)
    }

    fn restated(&mut self, pool: &mut TermPool, condition: Term) -> Option<Term> {
        let (symbol, width) = only_small_symbol(pool, condition)?;
        let tables = tables_in(pool, condition).filter(|tables| !tables.is_empty())?;
        let shape = self.shape(pool, condition, symbol, tables);
        let symbol = pool.symbol_term(symbol);
        if !self.ranges.contains_key(&shape) {
            let ranges = self.column(pool, shape, width).and_then(|column| ranges_of(&column));
            self.ranges.insert(shape, ranges);
        }
        let ranges = self.ranges.get(&shape)?.as_deref()?;
        Some(within(pool, symbol, width, ranges))
    }

    /// The column of a term of which the stand-in of this width is the only symbol; `None` if a part of it has no bits.
    fn column(&mut self, pool: &TermPool, term: Term, width: u8) -> Option<Column> {
        if self.columns.len() > MAX_COLUMNS {
            self.columns.clear();
        }
        let mut stack = vec![(term, false)];
        while let Some((part, has_operands)) = stack.pop() {
            if self.columns.contains_key(&part) || pool.is_const(part) {
                continue;
            }
            if has_operands {
                let column = self.computed(pool, part, width)?;
                self.columns.insert(part, column);
                continue;
            }
            stack.push((part, true));
            match *pool.node(part) {
                Node::Select(_, index) => stack.extend(pool.index_terms(index).iter().map(|index| (*index, false))),
                _ => pool.for_each_operand(part, |operand| stack.push((operand, false))),
            }
        }
        self.columns.get(&term).cloned()
    }

    /// The column of a term whose operands have theirs, or are constant.
    fn computed(&mut self, pool: &TermPool, term: Term, width: u8) -> Option<Column> {
        let all = 0..=semantics::mask(width);
        match *pool.node(term) {
            Node::Symbol(_) => Some(all.collect()),
            Node::Unary(op, operand) => {
                let operand = self.operand(pool, operand)?;
                all.map(|at| bits_of(&semantics::unary(op, &operand.value(at)))).collect()
            }
            Node::Binary(op, left, right) => {
                let (left, right) = (self.operand(pool, left)?, self.operand(pool, right)?);
                all.map(|at| bits_of(&semantics::binary(op, &left.value(at), &right.value(at)))).collect()
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = self.operand(pool, condition)?;
                let (then, otherwise) = (self.operand(pool, then)?, self.operand(pool, otherwise)?);
                Some(all.map(|at| if condition.bits(at) == 1 { then.bits(at) } else { otherwise.bits(at) }).collect())
            }
            Node::Select(array, index) => {
                let [index] = *pool.index_terms(index) else { return None };
                let (table, index) = (self.table(pool, array)?, self.operand(pool, index)?);
                Some(all.map(|at| *table.elements.get(&index.bits(at)).unwrap_or(&table.otherwise)).collect())
            }
            Node::Bool(_) | Node::Int(_) | Node::Bv { .. } | Node::F32(_) | Node::F64(_) => None,
            Node::Store(..) | Node::ConstArray(..) => None,
        }
    }

    fn operand(&self, pool: &TermPool, term: Term) -> Option<Operand<'_>> {
        let sort = pool.sort(term);
        let bits = match pool.as_const(term) {
            Some(constant) => Bits::Constant(bits_of(&constant)?),
            None => Bits::Column(self.columns.get(&term)?),
        };
        matches!(sort, Sort::Bool | Sort::Bv(_)).then_some(Operand { sort, bits })
    }

    fn table(&mut self, pool: &TermPool, array: Term) -> Option<Rc<Table>> {
        self.tables.entry(array).or_insert_with(|| table_of(pool, array).map(Rc::new)).clone()
    }
}

/// The values of an operand.
struct Operand<'c> {
    sort: Sort,
    bits: Bits<'c>,
}

enum Bits<'c> {
    Constant(u64),
    Column(&'c [u64]),
}

impl Operand<'_> {
    /// Its bits where the symbol has this value.
    fn bits(&self, at: u64) -> u64 {
        match self.bits {
            Bits::Constant(bits) => bits,
            Bits::Column(column) => column[at as usize],
        }
    }

    fn value(&self, at: u64) -> Value {
        let bits = self.bits(at);
        match self.sort {
            Sort::Bv(width) => Value::bv(width, bits),
            _ => Value::Bool(bits == 1),
        }
    }
}

/// The bits of a value; `None` if it is no truth value and no bit-vector.
fn bits_of(value: &Value) -> Option<u64> {
    match value {
        Value::Bool(holds) => Some(u64::from(*holds)),
        Value::Bv { bits, .. } => Some(*bits),
        Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Array(_) => None,
    }
}

/// The only symbol of a condition, and how many bits it has, if those are few enough to look at all its values.
pub fn only_small_symbol(pool: &mut TermPool, condition: Term) -> Option<(SymbolId, u8)> {
    let [symbol] = *pool.symbols(condition) else { return None };
    let width = pool.symbol_sort(symbol).width().filter(|width| *width <= MAX_WIDTH)?;
    Some((symbol, width))
}

/// The arrays into which a condition looks; `None` if an array in it has symbols, or if it is too large.
fn tables_in(pool: &mut TermPool, condition: Term) -> Option<Vec<Term>> {
    let mut tables = Vec::new();
    let mut stack = vec![condition];
    let mut seen = FastSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match *pool.node(term) {
            _ if seen.len() > MAX_SIZE => return None,
            Node::Select(array, index) => {
                if !pool.symbols(array).is_empty() {
                    return None;
                }
                tables.push(array);
                stack.extend_from_slice(pool.index_terms(index));
            }
            Node::Store(..) | Node::ConstArray(..) => return None,
            _ => pool.for_each_operand(term, |operand| stack.push(operand)),
        }
    }
    Some(tables)
}

/// The elements of an array without symbols, if they have bits.
fn table_of(pool: &TermPool, array: Term) -> Option<Table> {
    let constant = |term: Term| bits_of(&pool.as_const(term)?);
    let mut elements = FastMap::default();
    let mut base = array;
    loop {
        match *pool.node(base) {
            Node::Store(below, index, value) => {
                let [index] = *pool.index_terms(index) else { return None };
                // What was stored last is found first.
                elements.entry(constant(index)?).or_insert(constant(value)?);
                base = below;
            }
            Node::ConstArray(_, value) => return Some(Table { elements, otherwise: constant(value)? }),
            _ => return None,
        }
    }
}

/// The ranges in which a condition holds, ascending, with others between them; `None` if they are too many.
fn ranges_of(column: &[u64]) -> Option<Rc<[RangeInclusive<u64>]>> {
    let mut ranges: Vec<RangeInclusive<u64>> = Vec::new();
    for (at, _) in column.iter().enumerate().filter(|(_, holds)| **holds == 1) {
        let at = at as u64;
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == at => *last = *last.start()..=at,
            _ => ranges.push(at..=at),
        }
        if ranges.len() > MAX_RANGES {
            return None;
        }
    }
    Some(ranges.into())
}

/// Whether a symbol lies in one of the ranges, found by halving them.
fn within(pool: &mut TermPool, symbol: Term, width: u8, ranges: &[RangeInclusive<u64>]) -> Term {
    match ranges {
        [] => pool.fls(),
        [only] => {
            let [low, high] = [*only.start(), *only.end()].map(|end| pool.bv(width, end));
            let (above, below) = (pool.ule(low, symbol), pool.ule(symbol, high));
            pool.and(above, below)
        }
        _ => {
            let (left, right) = ranges.split_at(ranges.len() / 2);
            let middle = pool.bv(width, *right[0].start());
            let is_left = pool.ult(symbol, middle);
            let (left, right) = (within(pool, symbol, width, left), within(pool, symbol, width, right));
            pool.ite(is_left, left, right)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArraySort, Assignment, ElementSort, IndexSort};
    use proptest::prelude::*;

    fn table(pool: &mut TermPool, elements: &[u64]) -> Term {
        let zero = pool.bv(8, 0);
        let mut array = pool.const_array(ArraySort { index: IndexSort::Bv32, element: ElementSort::Bv(8) }, zero);
        for (at, element) in elements.iter().enumerate() {
            let (index, element) = (pool.bv32(at as i32), pool.bv(8, *element));
            array = pool.store(array, &[index], element);
        }
        array
    }

    /// `table[table[symbol & 15] + (symbol >> 4)] <= bound`
    fn looked_up(pool: &mut TermPool, table: Term, symbol: Term, bound: u64) -> Term {
        let wide = pool.zero_extend(symbol, 32);
        let (low, four) = (pool.bv32(15), pool.bv32(4));
        let (low, high) = (pool.bit_and(wide, low), pool.lshr(wide, four));
        let first = pool.select(table, &[low]);
        let first = pool.zero_extend(first, 32);
        let second = pool.add(first, high);
        let second = pool.select(table, &[second]);
        let bound = pool.bv(8, bound);
        pool.ule(second, bound)
    }

    proptest! {
        #[test]
        fn what_is_stated_anew_holds_for_the_same_values(
            elements in prop::collection::vec(0u64..40, 0..40), bound in 0u64..40, negated in any::<bool>(),
        ) {
            let (mut pool, mut tabulation) = (TermPool::new(), Tabulation::default());
            let table = table(&mut pool, &elements);
            for name in ["one", "other"] {
                let symbol = pool.fresh_symbol(name, Sort::Bv(8));
                let term = pool.symbol_term(symbol);
                let condition = looked_up(&mut pool, table, term, bound);
                let condition = if negated { pool.not(condition) } else { condition };
                let restated = tabulation.restate(&mut pool, condition);
                prop_assert!(pool.is_const(restated) || tables_in(&mut pool, restated).is_none_or(|tables| tables.is_empty()));
                for value in 0..256 {
                    let mut assignment = Assignment::new();
                    assignment.insert(symbol, Value::bv(8, value));
                    prop_assert_eq!(pool.eval(condition, &assignment), pool.eval(restated, &assignment));
                }
            }
        }
    }

    #[test]
    fn what_depends_on_more_stays() {
        let (mut pool, mut tabulation) = (TermPool::new(), Tabulation::default());
        let [one, other, wide] = [8, 8, 32].map(|width| pool.fresh("symbol", Sort::Bv(width)));
        let elements = table(&mut pool, &[3, 1, 2]);
        let index = pool.zero_extend(other, 32);
        let stored = pool.store(elements, &[index], other);
        let of_two = pool.zero_extend(one, 32);
        let [in_wide, in_unknown] = [(elements, wide), (stored, of_two)].map(|(array, index)| {
            let element = pool.select(array, &[index]);
            let two = pool.bv(8, 2);
            pool.eq(element, two)
        });
        let plain = pool.ult(one, other);
        for condition in [in_wide, in_unknown, plain] {
            assert_eq!(tabulation.restate(&mut pool, condition), condition);
        }
    }
}
