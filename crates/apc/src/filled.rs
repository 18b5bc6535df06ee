//! What loops make of arrays (section 4).
//!
//! After a loop each element is that of the array before it, or one that an iteration has written. That is all the rules of the
//! paper say. Where there is one write, and each iteration writes another element, more is known: which iteration wrote an
//! element, and so what the element is.

use crate::condition::{bounded, renamed};
use crate::linear::Linear;
use crate::value::Substitution;
use clew_term::{SymbolId, Term, TermPool};
use num_bigint::BigInt;

/// An array after a loop: each element is that of the array before it, or one that the loop has written.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// What must hold for this to be so.
    pub guard: Term,
    pub new: Term,
    pub old: Term,
    pub writes: Vec<Write>,
    /// Which iteration writes an element, where there is one write and each iteration writes another element.
    pub writer: Option<Writer>,
}

/// A write in a loop: for some numbers of iterations the element at `index` is `value`, or anything where there is none.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The counters, each with what it is at most, the first less than that.
    pub taus: Vec<(SymbolId, Term)>,
    pub locals: Vec<SymbolId>,
    pub index: Vec<Term>,
    pub value: Option<Term>,
}

/// A part of the index is this, plus or minus the number of the iteration.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    part: usize,
    is_falling: bool,
    offset: Term,
}

impl Filled {
    pub(crate) fn new(pool: &mut TermPool, (old, new): (Term, Term), writes: Vec<Write>) -> Filled {
        let writer = match writes.as_slice() {
            [only] => Writer::of(pool, only),
            _ => None,
        };
        Filled { guard: pool.tru(), new, old, writes, writer }
    }

    pub(crate) fn substitute(&self, pool: &mut TermPool, by: &Substitution) -> Filled {
        Filled {
            guard: by.term(pool, self.guard),
            new: by.term(pool, self.new),
            old: by.term(pool, self.old),
            writes: self.writes.iter().map(|write| write.substitute(pool, by)).collect(),
            writer: self.writer.as_ref().map(|writer| Writer { offset: by.term(pool, writer.offset), ..*writer }),
        }
    }

    /// That the element at an index is what the one iteration has written that writes it, or as before where none does; `None`
    /// where that iteration is not told.
    pub(crate) fn element(&self, pool: &mut TermPool, index: &[Term]) -> Option<Term> {
        let (Writer { part, is_falling, offset }, [write]) = (self.writer.as_ref()?, self.writes.as_slice()) else {
            return None;
        };
        let &[(tau, bound)] = write.taus.as_slice() else { return None };
        let distance = pool.sub(index[*part], *offset);
        let iteration = if *is_falling { pool.neg(distance) } else { distance };
        let zero = pool.int(BigInt::ZERO);
        let mut by = Substitution::default();
        by.exact.insert(tau, iteration);
        let mut is_written = vec![pool.sle(zero, iteration), pool.slt(iteration, bound)];
        for (own, asked) in write.index.iter().zip(index) {
            let own = by.term(pool, *own);
            is_written.push(pool.eq(own, *asked));
        }
        let is_written = pool.and_all(&is_written);
        let value = by.term(pool, write.value?);
        let (now, before) = (pool.select(self.new, index), pool.select(self.old, index));
        let element = pool.ite(is_written, value, before);
        Some(pool.eq(now, element))
    }
}

impl Writer {
    /// The number of the iteration must be all that the write depends on, and stand alone in a part of its index.
    fn of(pool: &mut TermPool, write: &Write) -> Option<Writer> {
        let &[(tau, _)] = write.taus.as_slice() else { return None };
        for term in write.index.iter().copied().chain([write.value?]) {
            if pool.symbols(term).iter().any(|symbol| write.locals.contains(symbol)) {
                return None;
            }
        }
        let is_told = |(part, term): (usize, &Term)| {
            let sum = Linear::of(pool, *term);
            let (is_falling, sum) = match sum.parts.get(&pool.symbol_term(tau)) {
                Some(factor) if *factor == BigInt::from(1) => (false, sum.without(pool, tau)?),
                Some(factor) if *factor == BigInt::from(-1) => (true, sum.negated().without(pool, tau)?.negated()),
                _ => return None,
            };
            Some(Writer { part, is_falling, offset: sum.term(pool) })
        };
        write.index.iter().enumerate().find_map(is_told)
    }
}

impl Write {
    fn substitute(&self, pool: &mut TermPool, by: &Substitution) -> Write {
        Write {
            taus: bounded(pool, by, &self.taus),
            locals: self.locals.iter().map(|local| renamed(pool, by, *local)).collect(),
            index: self.index.iter().map(|part| by.term(pool, *part)).collect(),
            value: self.value.map(|value| by.term(pool, value)),
        }
    }
}
