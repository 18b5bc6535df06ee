//! Closed forms of what loops make of numbers, beyond the rules of the paper.

use crate::builder::Builder;
use crate::linear::Linear;
use crate::summary::Iterated;
use crate::value::{Num, Value};
use clew_term::{SymbolId, Term};
use num_bigint::BigInt;

impl Builder {
    /// The loop has one backbone, and each iteration adds multiples of numbers that themselves grow by
    /// the same in all iterations. After `k` iterations a number `u` of these, which grows by `c`, has added
    /// `k u + c k (k - 1) / 2`.
    pub(crate) fn sum_of_progressions(
        &mut self,
        iterated: &Iterated,
        index: usize,
        before: Num,
        symbol: SymbolId,
    ) -> Option<Value> {
        let ([executed], [(_, counter)]) = (iterated.executed.as_slice(), iterated.counters.as_slice()) else {
            return None;
        };
        let (Value::Num(after), counter) = (executed.state[index].clone(), *counter) else { return None };
        let step = Linear::of(&self.pool, after.raw).without(&mut self.pool, symbol)?;
        let minus_one = self.pool.int(BigInt::from(-1));
        let (previous, two) = (self.pool.add(counter, minus_one), self.pool.int(BigInt::from(2)));
        let pairs = self.pool.mul(counter, previous);
        let pairs = self.pool.sdiv(pairs, two);
        let constant = self.pool.int(step.constant.clone());
        let constant = self.pool.mul(constant, counter);
        let mut raw = self.pool.add(before.raw, constant);
        for (part, factor) in &step.parts {
            let growth = match self.is_constant(iterated, *part) {
                true => BigInt::ZERO,
                false => self.growth(iterated, *part, before.width)?,
            };
            let (growth, factor) = (self.pool.int(growth), self.pool.int(factor.clone()));
            let (first, more) = (self.pool.mul(*part, counter), self.pool.mul(growth, pairs));
            let sum = self.pool.add(first, more);
            let added = self.pool.mul(factor, sum);
            raw = self.pool.add(raw, added);
        }
        let fits = self.stays_in_range(executed, index);
        Some(Value::Num(Num { raw, width: before.width, fits }))
    }

    /// By how much a variable grows in each iteration of a loop with one backbone, modulo 2^width at least.
    fn growth(&mut self, iterated: &Iterated, part: Term, width: Option<u8>) -> Option<BigInt> {
        let symbol = self.pool.as_symbol(part)?;
        let reg = self.symbols.iter().position(|own| *own == Some(symbol))?;
        let Some(Some(Value::Num(known))) = iterated.state.get(reg) else { return None };
        let is_exact = known.fits || known.width.is_none() || width.is_some_and(|width| known.width >= Some(width));
        let grown = Linear::of(&self.pool, known.raw).without(&mut self.pool, symbol)?;
        let mut parts = grown.parts.iter();
        let counter = iterated.counters.first()?.1;
        match (parts.next(), parts.next()) {
            (Some((part, growth)), None) if *part == counter && grown.constant == BigInt::ZERO && is_exact => {
                Some(growth.clone())
            }
            _ => None,
        }
    }
}
