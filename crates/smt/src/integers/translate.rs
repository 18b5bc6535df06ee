//! Terms about machine words in terms of integers.

mod products;

use crate::floats::words::Ranges;
use crate::solver::Model;
use clew_base::FastMap;
use clew_term::{
    ArraySort, ArrayValue, Assignment, BinaryOp, ElementSort, IndexSort, Node, Sort, Term, TermPool, UnaryOp, Value,
};
use num_bigint::BigInt;

/// Queries of more parts are left alone.
const MAX_PARTS: usize = 1_000;

/// Sums are brought back to the size of their words before their bounds are beyond this.
const MAX_BOUND: i128 = 1 << 100;

/// The least and the greatest value that an integer may have.
type Bounds = (i128, i128);

/// What stands for a term.
#[derive(Clone, Copy)]
enum Whole {
    Truth(Term),
    Number(Number),
    Elements(Term),
    /// What has no integer.
    Other,
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

/// What an integer is that a term's is told by.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Role {
    /// The term itself.
    Own,
    /// How often it wraps around.
    Wraps,
    /// The quotient.
    Quotient,
    /// The product of a quotient and a divisor.
    Multiple,
    /// A product.
    Product,
}

/// The names of integers, for all queries.
#[derive(Default)]
pub(super) struct Names(FastMap<(Term, Role), Term>);

impl Names {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&mut self, pool: &mut TermPool, (term, role): (Term, Role), sort: Sort) -> Term {
        *self.0.entry((term, role)).or_insert_with(|| {
            let name = match (pool.as_symbol(term), role) {
                (Some(symbol), _) => pool.symbol_name(symbol).to_owned(),
                (None, Role::Own) => "term".to_owned(),
                (None, Role::Wraps) => "wraps".to_owned(),
                (None, Role::Quotient) => "quotient".to_owned(),
                (None, Role::Multiple) => "multiple".to_owned(),
                (None, Role::Product) => "product".to_owned(),
            };
            pool.fresh(&name, sort)
        })
    }
}

/// What the terms of a query are for integers.
pub(super) struct Translation<'a> {
    names: &'a mut Names,
    /// Bounds on terms that follow from the query.
    ranges: &'a Ranges,
    wholes: FastMap<Term, Whole>,
    /// What has to hold of the integers besides.
    needed: Vec<Term>,
}

/// All terms of which constraints are made, operands first; `None` if they are many.
pub(super) fn parts(pool: &mut TermPool, constraints: &[Term]) -> Option<Vec<Term>> {
    if constraints.iter().any(|constraint| pool.size_up_to(*constraint, MAX_PARTS + 1) > MAX_PARTS) {
        return None;
    }
    Some(pool.parts(constraints)).filter(|parts| parts.len() <= MAX_PARTS)
}

impl<'a> Translation<'a> {
    pub(super) fn new(names: &'a mut Names, ranges: &'a Ranges) -> Self {
        Self { names, ranges, wholes: FastMap::default(), needed: Vec::new() }
    }

    /// What stands for a constraint that was added.
    pub(super) fn truth(&self, term: Term) -> Option<Term> {
        match self.wholes.get(&term)? {
            Whole::Truth(term) => Some(*term),
            Whole::Number(_) | Whole::Elements(_) | Whole::Other => None,
        }
    }

    /// What has to hold of the integers besides the constraints.
    pub(super) fn needed(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.needed)
    }

    /// Adds a term whose operands were added before. Where there is no integer for what it computes, it stands for any.
    pub(super) fn add(&mut self, pool: &mut TermPool, term: Term) {
        let whole = match pool.sort(term) {
            Sort::Bool => {
                let truth = self.truth_of(pool, term);
                Whole::Truth(truth.unwrap_or_else(|| self.names.get(pool, (term, Role::Own), Sort::Bool)))
            }
            Sort::Bv(width) => {
                let number = self.number_of(pool, term, width);
                Whole::Number(number.unwrap_or_else(|| self.any_number(pool, term)))
            }
            Sort::Array(sort) => self.elements_of(pool, term, sort).map_or(Whole::Other, Whole::Elements),
            Sort::Int | Sort::F32 | Sort::F64 => Whole::Other,
        };
        self.wholes.insert(term, whole);
    }

    /// Bounds on a word.
    fn range(&self, pool: &TermPool, term: Term) -> Bounds {
        let range = self.ranges.get(&term).copied().unwrap_or_else(|| pool.range(term));
        (range.low.into(), range.high.into())
    }

    /// An integer of which only the bounds are known.
    fn any_number(&mut self, pool: &mut TermPool, term: Term) -> Number {
        let own = self.names.get(pool, (term, Role::Own), Sort::Int);
        let (low, high) = self.range(pool, term);
        self.needed.push(within(pool, own, (low, high)));
        Number { term: own, low, high, exact: own }
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

    fn number_of(&mut self, pool: &mut TermPool, term: Term, width: u8) -> Option<Number> {
        let (sum, (low, high)) = match *pool.node(term) {
            Node::Bv { .. } => {
                let value = i128::from(pool.as_signed(term)?);
                (integer(pool, value), (value, value))
            }
            Node::Unary(op, inner) => self.of_unary(pool, op, inner)?,
            Node::Binary(op, one, two) => self.of_binary(pool, (term, op), (one, two), width)?,
            Node::Ite(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let (then, otherwise) = (self.number(then)?, self.number(otherwise)?);
                let chosen = pool.ite(condition, then.term, otherwise.term);
                (chosen, (then.low.min(otherwise.low), then.high.max(otherwise.high)))
            }
            Node::Select(array, index) => {
                let [index] = *pool.index_terms(index) else { return None };
                let (elements, index) = (self.elements(array)?, self.exact(index)?);
                let element = pool.select(elements, &[index]);
                let known = self.range(pool, term);
                self.needed.push(within(pool, element, known));
                (element, known)
            }
            _ => return None,
        };
        let known = self.range(pool, term);
        let full = full(width);
        let exact =
            if low >= full.0 && high <= full.1 { sum } else { self.wrapped(pool, term, (sum, low, high), width) };
        if known.0 > low || known.1 < high {
            self.needed.push(within(pool, exact, known));
        }
        let fits = low > -MAX_BOUND && high < MAX_BOUND;
        Some(match fits && exact != sum {
            true => Number { term: sum, low, high, exact },
            false => Number { term: exact, low: known.0, high: known.1, exact },
        })
    }

    fn of_unary(&mut self, pool: &mut TermPool, op: UnaryOp, inner: Term) -> Option<(Term, Bounds)> {
        let known = self.range(pool, inner);
        Some(match op {
            UnaryOp::Neg => {
                let inner = self.number(inner)?;
                (pool.neg(inner.term), (-inner.high, -inner.low))
            }
            UnaryOp::BitNot => {
                let (inner, last) = (self.exact(inner)?, integer(pool, -1));
                (pool.sub(last, inner), (-1 - known.1, -1 - known.0))
            }
            UnaryOp::SignExtend(_) => (self.exact(inner)?, known),
            UnaryOp::ZeroExtend(_) if known.0 >= 0 => (self.exact(inner)?, known),
            UnaryOp::ZeroExtend(_) => (self.unsigned(pool, inner)?, (0, (1i128 << pool.width(inner)) - 1)),
            UnaryOp::ExtractLow(_) => {
                let inner = self.number(inner)?;
                (inner.term, (inner.low, inner.high))
            }
            _ => return None,
        })
    }

    fn of_binary(
        &mut self,
        pool: &mut TermPool,
        (term, op): (Term, BinaryOp),
        (one, two): (Term, Term),
        width: u8,
    ) -> Option<(Term, Bounds)> {
        Some(match op {
            BinaryOp::Add => {
                let (one, two) = (self.number(one)?, self.number(two)?);
                (pool.add(one.term, two.term), (one.low + two.low, one.high + two.high))
            }
            BinaryOp::Sub => {
                let (one, two) = (self.number(one)?, self.number(two)?);
                (pool.sub(one.term, two.term), (one.low - two.high, one.high - two.low))
            }
            BinaryOp::Mul => match (pool.as_signed(one), pool.as_signed(two)) {
                (Some(factor), _) => self.times(pool, two, factor.into())?,
                (_, Some(factor)) => self.times(pool, one, factor.into())?,
                _ => {
                    let factors = [self.factor(pool, one)?, self.factor(pool, two)?];
                    self.product(pool, (term, Role::Product), factors)
                }
            },
            BinaryOp::Shl => {
                let amount = pool.as_bits(two).filter(|amount| *amount < u64::from(width))?;
                self.times(pool, one, 1i128 << amount)?
            }
            BinaryOp::AShr => {
                let (divisor, known) = (power(pool, two, width)?, self.range(pool, one));
                let dividend = self.exact(one)?;
                let (quotient, _) = self.divided_down(pool, term, dividend, divisor);
                (quotient, (known.0.div_euclid(divisor), known.1.div_euclid(divisor)))
            }
            BinaryOp::LShr => {
                let (divisor, dividend) = (power(pool, two, width)?, self.unsigned(pool, one)?);
                let (quotient, _) = self.divided_down(pool, term, dividend, divisor);
                (quotient, (0, ((1i128 << width) - 1) / divisor))
            }
            BinaryOp::BitAnd => {
                let (mask, other) = match (pool.as_signed(one), pool.as_signed(two)) {
                    (Some(mask), _) => (mask, two),
                    (_, Some(mask)) => (mask, one),
                    _ => return None,
                };
                let divisor = i128::from(mask) + 1;
                if divisor <= 0 || divisor.count_ones() != 1 {
                    return None;
                }
                let other = self.exact(other)?;
                let (_, rest) = self.divided_down(pool, term, other, divisor);
                (rest, (0, divisor - 1))
            }
            BinaryOp::SDiv | BinaryOp::SRem => {
                let [quotient, rest] = self.divided(pool, one, two)?;
                if op == BinaryOp::SDiv { quotient } else { rest }
            }
            _ => return None,
        })
    }

    fn times(&self, pool: &mut TermPool, term: Term, factor: i128) -> Option<(Term, Bounds)> {
        let number = self.number(term)?;
        let (one, two) = (number.low.checked_mul(factor)?, number.high.checked_mul(factor)?);
        let factor = integer(pool, factor);
        Some((pool.mul(number.term, factor), (one.min(two), one.max(two))))
    }

    fn elements_of(&mut self, pool: &mut TermPool, term: Term, sort: ArraySort) -> Option<Term> {
        let whole = match (sort.index, sort.element) {
            (IndexSort::Bv32, ElementSort::Bv(_)) => ArraySort { index: IndexSort::Ints(1), element: ElementSort::Int },
            _ => return None,
        };
        Some(match *pool.node(term) {
            Node::Symbol(_) => self.names.get(pool, (term, Role::Own), Sort::Array(whole)),
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
            Whole::Truth(_) | Whole::Elements(_) | Whole::Other => None,
        }
    }

    fn exact(&self, term: Term) -> Option<Term> {
        Some(self.number(term)?.exact)
    }

    fn elements(&self, term: Term) -> Option<Term> {
        match self.wholes.get(&term)? {
            Whole::Elements(elements) => Some(*elements),
            Whole::Truth(_) | Whole::Number(_) | Whole::Other => None,
        }
    }

    /// The integer of a word read without a sign.
    fn unsigned(&self, pool: &mut TermPool, term: Term) -> Option<Term> {
        let exact = self.exact(term)?;
        if self.range(pool, term).0 >= 0 {
            return Some(exact);
        }
        let (zero, modulus) = (integer(pool, 0), integer(pool, 1i128 << pool.width(term)));
        let is_negative = pool.slt(exact, zero);
        let shifted = pool.add(exact, modulus);
        Some(pool.ite(is_negative, shifted, exact))
    }

    /// The values of the parts' symbols that those of integers stand for.
    pub(super) fn told(&self, pool: &TermPool, parts: &[Term], model: &Model) -> Model {
        let mut assignment = Assignment::new();
        for part in parts {
            let Some(symbol) = pool.as_symbol(*part) else { continue };
            let own = self.names.0.get(&(*part, Role::Own)).and_then(|own| pool.as_symbol(*own)).unwrap_or(symbol);
            let sort = pool.symbol_sort(symbol);
            let value = model.get(own).map_or_else(|| Value::default_of(sort), |value| as_word(value, sort));
            assignment.insert(symbol, value);
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

/// All values of a word.
fn full(width: u8) -> Bounds {
    (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
}

fn integer(pool: &mut TermPool, value: i128) -> Term {
    pool.int(BigInt::from(value))
}

fn within(pool: &mut TermPool, term: Term, (low, high): Bounds) -> Term {
    let (low, high) = (integer(pool, low), integer(pool, high));
    let (above, below) = (pool.sle(low, term), pool.sle(term, high));
    pool.and(above, below)
}

/// The power of two by which a shift to the right divides.
fn power(pool: &TermPool, amount: Term, width: u8) -> Option<i128> {
    pool.as_bits(amount).filter(|amount| *amount < u64::from(width)).map(|amount| 1i128 << amount)
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
