//! Terms about machine words in terms of integers.

use crate::solver::Model;
use clew_base::FastMap;
use clew_term::{
    ArraySort, ArrayValue, Assignment, BinaryOp, ElementSort, IndexSort, Node, Sort, SymbolId, Term, TermPool, UnaryOp,
    Value,
};
use num_bigint::BigInt;

/// Queries of more parts are left alone.
const MAX_PARTS: usize = 1_000;

/// Sums are brought back to the size of their words before their bounds are beyond this.
const MAX_BOUND: i128 = 1 << 100;

/// What stands for a term.
#[derive(Clone, Copy)]
enum Whole {
    Truth(Term),
    Number(Number),
    Elements(Term),
}

/// An integer that is, but for a multiple of two to the width, that of a word read with its sign; and its bounds.
#[derive(Clone, Copy)]
struct Number {
    term: Term,
    low: i128,
    high: i128,
    /// The integer that is the word's.
    exact: Term,
}

/// What is known of terms, and what they are for integers.
#[derive(Default)]
pub(super) struct Translation {
    wholes: FastMap<Term, Whole>,
    /// What has to hold of the symbols that a term's integer brings with it.
    needed: FastMap<Term, Vec<Term>>,
    /// What stands for the symbols of words and arrays.
    symbols: FastMap<SymbolId, Term>,
}

/// All terms of which constraints are made, operands first; nothing if they are many.
pub(super) fn parts(pool: &mut TermPool, constraints: &[Term]) -> Option<Vec<Term>> {
    if constraints.iter().any(|constraint| pool.size_up_to(*constraint, MAX_PARTS + 1) > MAX_PARTS) {
        return None;
    }
    Some(pool.parts(constraints)).filter(|parts| parts.len() <= MAX_PARTS)
}

impl Translation {
    pub(super) fn len(&self) -> usize {
        self.wholes.len()
    }

    /// What stands for a constraint that was added.
    pub(super) fn truth(&self, term: Term) -> Option<Term> {
        match self.wholes.get(&term)? {
            Whole::Truth(term) => Some(*term),
            Whole::Number(_) | Whole::Elements(_) => None,
        }
    }

    /// Adds a term whose operands were added before; gives what has to hold besides. Nothing if there is no integer for it.
    pub(super) fn add(&mut self, pool: &mut TermPool, term: Term) -> Option<Vec<Term>> {
        if !self.wholes.contains_key(&term) {
            let mut needed = Vec::new();
            let whole = self.whole(pool, term, &mut needed)?;
            self.wholes.insert(term, whole);
            self.needed.insert(term, needed);
        }
        self.needed.get(&term).cloned()
    }

    fn whole(&mut self, pool: &mut TermPool, term: Term, needed: &mut Vec<Term>) -> Option<Whole> {
        match pool.sort(term) {
            Sort::Bool => self.truth_of(pool, term).map(Whole::Truth),
            Sort::Bv(width) => self.number_of(pool, term, width, needed).map(Whole::Number),
            Sort::Array(sort) => self.elements_of(pool, term, sort).map(Whole::Elements),
            Sort::Int | Sort::F32 | Sort::F64 => None,
        }
    }

    fn truth_of(&mut self, pool: &mut TermPool, term: Term) -> Option<Term> {
        Some(match *pool.node(term) {
            Node::Bool(_) | Node::Symbol(_) => term,
            Node::Unary(UnaryOp::Not, inner) => {
                let inner = self.truth(inner)?;
                pool.not(inner)
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), one, two) => {
                let (one, two) = (self.truth(one)?, self.truth(two)?);
                if op == BinaryOp::And { pool.and(one, two) } else { pool.or(one, two) }
            }
            Node::Binary(BinaryOp::Eq, one, two) if pool.sort(one) == Sort::Bool => {
                let (one, two) = (self.truth(one)?, self.truth(two)?);
                pool.eq(one, two)
            }
            Node::Binary(op @ (BinaryOp::Eq | BinaryOp::SLt | BinaryOp::SLe), one, two) => {
                let (one, two) = (self.exact(one)?, self.exact(two)?);
                compared(pool, op, one, two)
            }
            Node::Binary(op @ (BinaryOp::ULt | BinaryOp::ULe), one, two) => {
                let (one, two) = (self.unsigned(pool, one)?, self.unsigned(pool, two)?);
                compared(pool, if op == BinaryOp::ULt { BinaryOp::SLt } else { BinaryOp::SLe }, one, two)
            }
            Node::Ite(condition, then, otherwise) => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(|part| self.truth(part));
                pool.ite(condition?, then?, otherwise?)
            }
            _ => return None,
        })
    }

    fn number_of(&mut self, pool: &mut TermPool, term: Term, width: u8, needed: &mut Vec<Term>) -> Option<Number> {
        let full = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
        let (sum, low, high) = match *pool.node(term) {
            Node::Bv { .. } => {
                let value = i128::from(pool.as_signed(term)?);
                (integer(pool, value), value, value)
            }
            Node::Symbol(symbol) => {
                let own = self.symbol(pool, symbol, Sort::Int);
                needed.push(within(pool, own, full));
                (own, full.0, full.1)
            }
            Node::Unary(UnaryOp::Neg, inner) => {
                let inner = self.number(inner)?;
                (pool.neg(inner.term), -inner.high, -inner.low)
            }
            Node::Unary(UnaryOp::SignExtend(_), inner) => {
                let own = pool.range(inner);
                (self.exact(inner)?, own.low.into(), own.high.into())
            }
            Node::Unary(UnaryOp::ZeroExtend(_), inner) => {
                (self.unsigned(pool, inner)?, 0, (1i128 << pool.width(inner)) - 1)
            }
            Node::Unary(UnaryOp::ExtractLow(_), inner) => {
                let inner = self.number(inner)?;
                (inner.term, inner.low, inner.high)
            }
            Node::Binary(BinaryOp::Add, one, two) => {
                let (one, two) = (self.number(one)?, self.number(two)?);
                (pool.add(one.term, two.term), one.low + two.low, one.high + two.high)
            }
            Node::Binary(BinaryOp::Sub, one, two) => {
                let (one, two) = (self.number(one)?, self.number(two)?);
                (pool.sub(one.term, two.term), one.low - two.high, one.high - two.low)
            }
            Node::Binary(BinaryOp::Mul, one, two) => {
                let (factor, other) = match (pool.as_signed(one), pool.as_signed(two)) {
                    (Some(factor), _) => (factor, two),
                    (_, Some(factor)) => (factor, one),
                    _ => return None,
                };
                self.times(pool, other, factor.into())?
            }
            Node::Binary(BinaryOp::Shl, one, two) => {
                let amount = pool.as_bits(two).filter(|amount| *amount < u64::from(width))?;
                self.times(pool, one, 1i128 << amount)?
            }
            Node::Binary(BinaryOp::AShr, one, two) => {
                let divisor = power(pool, two, width)?;
                let (dividend, known) = (self.exact(one)?, pool.range(one));
                let (quotient, _) = divided(pool, dividend, divisor, needed);
                (quotient, i128::from(known.low).div_euclid(divisor), i128::from(known.high).div_euclid(divisor))
            }
            Node::Binary(BinaryOp::LShr, one, two) => {
                let divisor = power(pool, two, width)?;
                let dividend = self.unsigned(pool, one)?;
                let (quotient, _) = divided(pool, dividend, divisor, needed);
                (quotient, 0, ((1i128 << width) - 1) / divisor)
            }
            Node::Binary(BinaryOp::BitAnd, one, two) => {
                let (mask, other) = match (pool.as_signed(one), pool.as_signed(two)) {
                    (Some(mask), _) => (mask, two),
                    (_, Some(mask)) => (mask, one),
                    _ => return None,
                };
                let divisor = i128::from(mask) + 1;
                if divisor <= 0 || divisor.count_ones() != 1 {
                    return None;
                }
                let (_, rest) = divided(pool, self.exact(other)?, divisor, needed);
                (rest, 0, divisor - 1)
            }
            Node::Binary(op @ (BinaryOp::SDiv | BinaryOp::SRem), one, two) => {
                let divisor = i128::from(pool.as_signed(two).filter(|divisor| *divisor > 0)?);
                let (dividend, known) = (self.exact(one)?, pool.range(one));
                if known.low < 0 {
                    return None;
                }
                let (quotient, rest) = divided(pool, dividend, divisor, needed);
                match op {
                    BinaryOp::SDiv => (quotient, 0, i128::from(known.high) / divisor),
                    _ => (rest, 0, divisor - 1),
                }
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
                let chosen = pool.ite(condition, then.term, otherwise.term);
                (chosen, then.low.min(otherwise.low), then.high.max(otherwise.high))
            }
            Node::Select(array, index) => {
                let [index] = *pool.index_terms(index) else { return None };
                let (elements, index) = (self.elements(array)?, self.exact(index)?);
                let element = pool.select(elements, &[index]);
                needed.push(within(pool, element, full));
                (element, full.0, full.1)
            }
            _ => return None,
        };
        let known = pool.range(term);
        let exact = if low >= full.0 && high <= full.1 {
            sum
        } else {
            let exact = wrapped(pool, (sum, low, high), width, needed);
            needed.push(within(pool, exact, (known.low.into(), known.high.into())));
            exact
        };
        let fits = low > -MAX_BOUND && high < MAX_BOUND;
        Some(match fits {
            true => Number { term: sum, low, high, exact },
            false => Number { term: exact, low: known.low.into(), high: known.high.into(), exact },
        })
    }

    fn times(&self, pool: &mut TermPool, term: Term, factor: i128) -> Option<(Term, i128, i128)> {
        let number = self.number(term)?;
        let (one, two) = (number.low.checked_mul(factor)?, number.high.checked_mul(factor)?);
        let factor = integer(pool, factor);
        Some((pool.mul(number.term, factor), one.min(two), one.max(two)))
    }

    fn elements_of(&mut self, pool: &mut TermPool, term: Term, sort: ArraySort) -> Option<Term> {
        let whole = match (sort.index, sort.element) {
            (IndexSort::Bv32, ElementSort::Bv(_)) => ArraySort { index: IndexSort::Ints(1), element: ElementSort::Int },
            _ => return None,
        };
        Some(match *pool.node(term) {
            Node::Symbol(symbol) => self.symbol(pool, symbol, Sort::Array(whole)),
            Node::ConstArray(_, element) => {
                let element = self.exact(element)?;
                pool.const_array(whole, element)
            }
            Node::Store(array, index, value) => {
                let [index] = *pool.index_terms(index) else { return None };
                let (array, index, value) = (self.elements(array)?, self.exact(index)?, self.exact(value)?);
                pool.store(array, &[index], value)
            }
            Node::Ite(condition, then, otherwise) => {
                let (condition, then, otherwise) =
                    (self.truth(condition)?, self.elements(then)?, self.elements(otherwise)?);
                pool.ite(condition, then, otherwise)
            }
            _ => return None,
        })
    }

    fn number(&self, term: Term) -> Option<Number> {
        match self.wholes.get(&term)? {
            Whole::Number(number) => Some(*number),
            Whole::Truth(_) | Whole::Elements(_) => None,
        }
    }

    fn exact(&self, term: Term) -> Option<Term> {
        Some(self.number(term)?.exact)
    }

    fn elements(&self, term: Term) -> Option<Term> {
        match self.wholes.get(&term)? {
            Whole::Elements(elements) => Some(*elements),
            Whole::Truth(_) | Whole::Number(_) => None,
        }
    }

    /// The integer of a word read without a sign.
    fn unsigned(&self, pool: &mut TermPool, term: Term) -> Option<Term> {
        let exact = self.exact(term)?;
        if pool.range(term).low >= 0 {
            return Some(exact);
        }
        let (zero, modulus) = (integer(pool, 0), integer(pool, 1i128 << pool.width(term)));
        let is_negative = pool.slt(exact, zero);
        let shifted = pool.add(exact, modulus);
        Some(pool.ite(is_negative, shifted, exact))
    }

    fn symbol(&mut self, pool: &mut TermPool, symbol: SymbolId, sort: Sort) -> Term {
        *self.symbols.entry(symbol).or_insert_with(|| {
            let name = pool.symbol_name(symbol).to_owned();
            pool.fresh(&name, sort)
        })
    }

    /// The values of the parts' symbols that those of integers stand for.
    pub(super) fn told(&self, pool: &TermPool, parts: &[Term], model: &Model) -> Model {
        let mut assignment = Assignment::new();
        for symbol in parts.iter().filter_map(|part| pool.as_symbol(*part)) {
            let whole = self.symbols.get(&symbol).and_then(|whole| pool.as_symbol(*whole)).unwrap_or(symbol);
            if let Some(value) = model.get(whole) {
                assignment.insert(symbol, as_word(value, pool.symbol_sort(symbol)));
            }
        }
        Model::new(assignment)
    }
}

fn compared(pool: &mut TermPool, op: BinaryOp, one: Term, two: Term) -> Term {
    match op {
        BinaryOp::SLt => pool.slt(one, two),
        BinaryOp::SLe => pool.sle(one, two),
        _ => pool.eq(one, two),
    }
}

fn integer(pool: &mut TermPool, value: i128) -> Term {
    pool.int(BigInt::from(value))
}

fn within(pool: &mut TermPool, term: Term, (low, high): (i128, i128)) -> Term {
    let (low, high) = (integer(pool, low), integer(pool, high));
    let (above, below) = (pool.sle(low, term), pool.sle(term, high));
    pool.and(above, below)
}

/// The integer of a word of which one, between bounds, is known but for a multiple of two to the width.
fn wrapped(pool: &mut TermPool, (sum, low, high): (Term, i128, i128), width: u8, needed: &mut Vec<Term>) -> Term {
    let (modulus, half) = (1i128 << width, 1i128 << (width - 1));
    let bounds = ((low + half).div_euclid(modulus), (high + half).div_euclid(modulus));
    let times = pool.fresh("wraps", Sort::Int);
    needed.push(within(pool, times, bounds));
    let modulus = integer(pool, modulus);
    let excess = pool.mul(times, modulus);
    pool.sub(sum, excess)
}

/// The power of two by which a shift to the right divides.
fn power(pool: &TermPool, amount: Term, width: u8) -> Option<i128> {
    pool.as_bits(amount).filter(|amount| *amount < u64::from(width)).map(|amount| 1i128 << amount)
}

/// The quotient, rounded down, and what is left, which is not negative.
fn divided(pool: &mut TermPool, dividend: Term, divisor: i128, needed: &mut Vec<Term>) -> (Term, Term) {
    let quotient = pool.fresh("quotient", Sort::Int);
    let factor = integer(pool, divisor);
    let multiple = pool.mul(quotient, factor);
    let rest = pool.sub(dividend, multiple);
    needed.push(within(pool, rest, (0, divisor - 1)));
    (quotient, rest)
}

/// The value of a sort of words that one of integers stands for.
fn as_word(value: &Value, sort: Sort) -> Value {
    match (value, sort) {
        (Value::Int(number), Sort::Bv(width)) => Value::bv(width, low_bits(number)),
        (Value::Array(array), Sort::Array(ArraySort { element, .. })) => {
            let element = Sort::from(element);
            let mut words = ArrayValue::new(as_word(&array.default, element));
            for (index, value) in &array.entries {
                // No word is as large as the others.
                if let [Value::Int(index)] = &index[..]
                    && let Ok(index) = i32::try_from(index)
                {
                    words.set(vec![Value::from_i32(index)], as_word(value, element));
                }
            }
            Value::Array(words)
        }
        (other, _) => other.clone(),
    }
}

fn low_bits(number: &BigInt) -> u64 {
    let modulus = BigInt::from(1u128 << 64);
    let rest = ((number % &modulus) + &modulus) % &modulus;
    u64::try_from(rest).unwrap_or_default()
}
