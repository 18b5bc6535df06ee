//! What loops make of arrays (section 4).
//!
//! After a loop each element is that of the array before it, or one that an iteration has written. That is all the rules of the
//! paper say. Where there is one write, and each iteration writes another element, more is known: which iteration wrote an
//! element, and so what the element is. A write in an inner loop is one of the outer loop as well, told by the iterations of
//! both.

use crate::condition::renamed;
use crate::linear::Linear;
use crate::value::Substitution;
use clew_term::{Node, SymbolId, Term, TermPool};
use num_bigint::BigInt;

/// An array after a loop: each element is that of the array before it, or one that the loop has written.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// What must hold for this to be so.
    pub guard: Term,
    pub new: Term,
    pub old: Term,
    pub writes: Vec<Write>,
    /// Which iteration writes an element, where there is one write and that is told.
    pub writer: Option<Writer>,
}

/// A write in a loop: for some numbers of iterations the element at `index` is `value`, or anything where there is none.
#[derive(Clone, Debug)]
pub(crate) struct Write {
    /// The counters of the loop, and of loops in it that the write is in.
    pub taus: Vec<Tau>,
    pub locals: Vec<SymbolId>,
    pub index: Vec<Term>,
    pub value: Option<Term>,
}

/// A counter of iterations, which is not negative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tau {
    pub symbol: SymbolId,
    pub bound: Term,
    /// Whether it counts the iterations before the one that writes, so that it is less than the bound; others are at most that.
    pub is_own: bool,
}

impl Tau {
    /// The counters of an iteration along one backbone, the first.
    pub(crate) fn of_round(taus: Vec<(SymbolId, Term)>) -> Vec<Tau> {
        let tau = |(position, (symbol, bound))| Tau { symbol, bound, is_own: position == 0 };
        taus.into_iter().enumerate().map(tau).collect()
    }

    /// That a number is one it can be, where `by` has those of other counters.
    pub(crate) fn can_be(&self, pool: &mut TermPool, number: Term, by: &Substitution) -> Term {
        let (zero, bound) = (pool.int(BigInt::ZERO), by.term(pool, self.bound));
        let above = pool.sle(zero, number);
        let below = if self.is_own { pool.slt(number, bound) } else { pool.sle(number, bound) };
        pool.and(above, below)
    }
}

/// How the iteration is found that writes an element: a number of each counter, outer ones first.
#[derive(Clone, Debug)]
pub(crate) struct Writer {
    solved: Vec<Solved>,
    /// Whether no other iteration writes the element. Otherwise all write the same value.
    is_only_one: bool,
}

/// The number of a counter, by a part of the index.
#[derive(Clone, Debug)]
struct Solved {
    tau: SymbolId,
    part: usize,
    /// Where the part is an element of an array: which part of the index there. The rest must be the same.
    inner: Option<usize>,
    is_falling: bool,
    /// The part is this, plus or minus the number.
    offset: Term,
}

/// What is known of an element.
pub(crate) struct Element {
    pub fact: Term,
    /// Whether nothing else is known.
    pub is_all: bool,
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
            writer: self.writer.as_ref().map(|writer| writer.substitute(pool, by)),
        }
    }

    /// What is known of the element at an index where the iteration is told that writes it; `None` where it is not.
    pub(crate) fn element(&self, pool: &mut TermPool, index: &[Term]) -> Option<Element> {
        let (writer, [write]) = (self.writer.as_ref()?, self.writes.as_slice()) else { return None };
        let mut by = Substitution::default();
        let mut is_written = Vec::new();
        for solved in &writer.solved {
            let number = solved.number(pool, write.index[solved.part], index[solved.part], &by)?;
            let tau = write.taus.iter().find(|tau| tau.symbol == solved.tau)?;
            is_written.push(tau.can_be(pool, number, &by));
            by.exact.insert(solved.tau, number);
        }
        for (own, asked) in write.index.iter().zip(index) {
            let own = by.term(pool, *own);
            is_written.push(pool.eq(own, *asked));
        }
        let is_written = pool.and_all(&is_written);
        let value = by.term(pool, write.value?);
        let now = pool.select(self.new, index);
        if !writer.is_only_one {
            let is_value = pool.eq(now, value);
            return Some(Element { fact: pool.implies(is_written, is_value), is_all: false });
        }
        let before = pool.select(self.old, index);
        let element = pool.ite(is_written, value, before);
        Some(Element { fact: pool.eq(now, element), is_all: true })
    }
}

impl Writer {
    /// The numbers of the iterations must be all that the write depends on, and each must stand alone in a part of its index.
    fn of(pool: &mut TermPool, write: &Write) -> Option<Writer> {
        let value = write.value?;
        if !write.locals.is_empty() || !write.taus.iter().all(|tau| tau.is_own) {
            return None;
        }
        let mut left: Vec<SymbolId> = write.taus.iter().map(|tau| tau.symbol).collect();
        let mut solved: Vec<Solved> = Vec::new();
        while let Some(tau) = left.first().copied() {
            left.remove(0);
            let found = (0..write.index.len()).find_map(|part| Solved::of(pool, tau, &left, part, write.index[part]));
            solved.push(found?);
        }
        let is_only_one = solved.iter().all(|solved| solved.inner.is_none());
        let symbols = pool.symbols(value);
        let is_same = write.taus.iter().all(|tau| !symbols.contains(&tau.symbol));
        (is_only_one || is_same).then_some(Writer { solved, is_only_one })
    }

    fn substitute(&self, pool: &mut TermPool, by: &Substitution) -> Writer {
        let solved = self.solved.iter().map(|solved| Solved { offset: by.term(pool, solved.offset), ..solved.clone() });
        Writer { solved: solved.collect(), is_only_one: self.is_only_one }
    }
}

impl Solved {
    /// A counter that stands alone in a part of an index, beside none of `others`.
    fn of(pool: &mut TermPool, tau: SymbolId, others: &[SymbolId], part: usize, term: Term) -> Option<Solved> {
        if pool.symbols(term).iter().any(|symbol| others.contains(symbol)) {
            return None;
        }
        if let Some((is_falling, offset)) = alone(pool, tau, term) {
            return Some(Solved { tau, part, inner: None, is_falling, offset });
        }
        let Node::Select(array, index) = *pool.node(term) else { return None };
        if pool.symbols(array).contains(&tau) {
            return None;
        }
        let index = pool.index_terms(index).to_vec();
        let has_tau: Vec<usize> = (0..index.len()).filter(|at| pool.symbols(index[*at]).contains(&tau)).collect();
        let [at] = has_tau[..] else { return None };
        let (is_falling, offset) = alone(pool, tau, index[at])?;
        Some(Solved { tau, part, inner: Some(at), is_falling, offset })
    }

    /// The number of the counter where a part of the index is `asked`.
    fn number(&self, pool: &mut TermPool, own: Term, asked: Term, by: &Substitution) -> Option<Term> {
        let asked = match self.inner {
            None => asked,
            Some(at) => {
                let own = by.term(pool, own);
                let (Node::Select(array, own), Node::Select(other, asked)) = (*pool.node(own), *pool.node(asked))
                else {
                    return None;
                };
                let (own, asked) = (pool.index_terms(own), pool.index_terms(asked));
                let is_same = (0..own.len()).all(|part| part == at || own[part] == asked[part]);
                if array != other || !is_same {
                    return None;
                }
                asked[at]
            }
        };
        let offset = by.term(pool, self.offset);
        let distance = pool.sub(asked, offset);
        Some(if self.is_falling { pool.neg(distance) } else { distance })
    }
}

/// Whether a term falls with a number that stands in it once, and the rest; `None` where it is no such sum.
fn alone(pool: &mut TermPool, tau: SymbolId, term: Term) -> Option<(bool, Term)> {
    let sum = Linear::of(pool, term);
    let (is_falling, rest) = match sum.parts.get(&pool.symbol_term(tau)) {
        Some(factor) if *factor == BigInt::from(1) => (false, sum.without(pool, tau)?),
        Some(factor) if *factor == BigInt::from(-1) => (true, sum.negated().without(pool, tau)?.negated()),
        _ => return None,
    };
    Some((is_falling, rest.term(pool)))
}

impl Write {
    /// Leaves out the locals that the write does not depend on.
    pub(crate) fn keep_locals_in_use(&mut self, pool: &mut TermPool) {
        let bounds = self.taus.iter().map(|tau| tau.bound);
        let terms: Vec<Term> = self.index.iter().copied().chain(self.value).chain(bounds).collect();
        self.locals.retain(|local| terms.iter().any(|term| pool.symbols(*term).contains(local)));
    }

    pub(crate) fn substitute(&self, pool: &mut TermPool, by: &Substitution) -> Write {
        let renamed_tau = |pool: &mut TermPool, tau: &Tau| Tau {
            symbol: renamed(pool, by, tau.symbol),
            bound: by.term(pool, tau.bound),
            is_own: tau.is_own,
        };
        Write {
            taus: self.taus.iter().map(|tau| renamed_tau(pool, tau)).collect(),
            locals: self.locals.iter().map(|local| renamed(pool, by, *local)).collect(),
            index: self.index.iter().map(|part| by.term(pool, *part)).collect(),
            value: self.value.map(|value| by.term(pool, value)),
        }
    }
}
