//! Values of variables as terms.
//!
//! Numbers of all widths are mathematical integers here. A number of 32 or 64 bits is kept as an integer that it equals
//! modulo 2³² or 2⁶⁴, so that sums and multiples of iterations are exact without a bound; [`exact`] puts it in its range where
//! its value is looked at.

use crate::condition::Range;
use crate::linear::Linear;
use clew_base::FastMap;
use clew_ir::Type;
use clew_term::{ArraySort, ElementSort, IndexSort, Sort, SymbolId, Term, TermPool};
use num_bigint::BigInt;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// A number.
    Num(Num),
    /// A truth value.
    Bool(Term),
    /// An array.
    Map(Term),
    /// Of a type that conditions say nothing about.
    Opaque,
}

/// A number of a width; `None` where it is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Num {
    /// An integer that equals the number modulo 2^width.
    pub raw: Term,
    pub width: Option<u8>,
    /// Whether it is the number itself.
    pub fits: bool,
}

impl Num {
    pub(crate) fn new(pool: &TermPool, raw: Term, width: Option<u8>) -> Num {
        let fits = match (width, pool.as_int(raw)) {
            (None, _) => true,
            (Some(width), Some(value)) => is_within(value, width),
            (Some(_), None) => false,
        };
        Num { raw, width, fits }
    }
}

/// Half of 2^width: the numbers of that width are from its negative to less than it.
pub(crate) fn half(width: u8) -> BigInt {
    BigInt::from(1) << (width - 1)
}

fn is_within(value: &BigInt, width: u8) -> bool {
    *value >= -half(width) && *value < half(width)
}

/// The sort of the symbol of a variable; `None` for types that conditions say nothing about.
pub(crate) fn sort(ty: Type) -> Option<Sort> {
    match ty {
        Type::Bool => Some(Sort::Bool),
        Type::Int | Type::Bv32 | Type::Bv64 => Some(Sort::Int),
        Type::Map(arity) => Some(Sort::Array(ArraySort { index: IndexSort::Ints(arity), element: ElementSort::Int })),
        Type::F32 | Type::F64 | Type::Ref => None,
    }
}

/// The bits of a type of numbers; `None` for the unbounded one.
pub(crate) fn width(ty: Type) -> Option<u8> {
    match ty {
        Type::Bv32 => Some(32),
        Type::Bv64 => Some(64),
        _ => None,
    }
}

/// The value that a symbol of a type is.
pub(crate) fn of_symbol(ty: Type, term: Term) -> Value {
    match ty {
        Type::Bool => Value::Bool(term),
        Type::Int | Type::Bv32 | Type::Bv64 => Value::Num(Num { raw: term, width: width(ty), fits: true }),
        Type::Map(_) => Value::Map(term),
        Type::F32 | Type::F64 | Type::Ref => Value::Opaque,
    }
}

/// The number in its range.
pub(crate) fn exact(pool: &mut TermPool, num: Num) -> Term {
    match num.width {
        Some(width) if !num.fits => wrap(pool, num.raw, width),
        _ => num.raw,
    }
}

/// The number of a width that equals an integer modulo 2^width.
pub(crate) fn wrap(pool: &mut TermPool, raw: Term, width: u8) -> Term {
    let (offset, modulus) = (pool.int(half(width)), pool.int(half(width) * 2));
    let shifted = pool.add(raw, offset);
    let rest = pool.srem(shifted, modulus);
    let (zero, up) = (pool.int(BigInt::ZERO), pool.add(rest, modulus));
    let is_negative = pool.slt(rest, zero);
    let rest = pool.ite(is_negative, up, rest);
    pool.sub(rest, offset)
}

/// The numbers of a width.
pub(crate) fn range(width: u8) -> Range {
    Range { low: -half(width), high: half(width) - 1 }
}

/// That an integer is a number of a width.
pub(crate) fn in_range(pool: &mut TermPool, term: Term, width: u8) -> Term {
    let [above, below] = range(width).bounds(pool, term);
    pool.and(above, below)
}

/// What stands for symbols: their values, and for each number the integer that equals it modulo 2^width.
#[derive(Default)]
pub(crate) struct Substitution {
    pub exact: FastMap<SymbolId, Term>,
    pub raw: FastMap<SymbolId, Num>,
}

impl Substitution {
    pub(crate) fn bind(&mut self, pool: &mut TermPool, symbol: SymbolId, value: &Value) {
        match value {
            Value::Num(num) => {
                let term = exact(pool, *num);
                self.exact.insert(symbol, term);
                self.raw.insert(symbol, *num);
            }
            Value::Bool(term) | Value::Map(term) => _ = self.exact.insert(symbol, *term),
            Value::Opaque => {}
        }
    }

    pub(crate) fn term(&self, pool: &mut TermPool, term: Term) -> Term {
        pool.substitute(term, &|symbol| self.exact.get(&symbol).copied())
    }

    pub(crate) fn value(&self, pool: &mut TermPool, value: &Value) -> Value {
        match value {
            Value::Num(num) => Value::Num(self.num(pool, *num)),
            Value::Bool(term) => Value::Bool(self.term(pool, *term)),
            Value::Map(term) => Value::Map(self.term(pool, *term)),
            Value::Opaque => Value::Opaque,
        }
    }

    /// A variable has its value. Another number that fits stays exact; of any other what is added up may be kept modulo 2^width.
    fn num(&self, pool: &mut TermPool, num: Num) -> Num {
        let variable = pool.as_symbol(num.raw).and_then(|symbol| self.raw.get(&symbol));
        if let Some(value) = variable.filter(|value| value.width == num.width) {
            return *value;
        }
        if num.fits {
            return Num { raw: self.term(pool, num.raw), ..num };
        }
        let sum = Linear::of(pool, num.raw);
        let mut raw = pool.int(sum.constant.clone());
        for (part, factor) in &sum.parts {
            let known = pool.as_symbol(*part).and_then(|symbol| self.raw.get(&symbol));
            let part = match known {
                Some(known) if known.width.is_none_or(|width| num.width.is_some_and(|own| own <= width)) => known.raw,
                _ => self.term(pool, *part),
            };
            let factor = pool.int(factor.clone());
            let product = pool.mul(part, factor);
            raw = pool.add(raw, product);
        }
        Num::new(pool, raw, num.width)
    }
}
