//! Formulas with bounded quantifiers, and their unfolding (section 6).

use crate::filled::{Filled, Write};
use crate::value::Substitution;
use clew_base::{FastMap, OrderedSet};
use clew_smt::WorkMeter;
use clew_term::{Node, Sort, SymbolId, Term, TermPool};
use num_bigint::BigInt;

/// A part of a conjunction.
#[derive(Clone, Debug)]
pub(crate) enum Conjunct {
    Term(Term),
    Rounds(Box<Rounds>),
    Filled(Box<Filled>),
}

/// What holds in each iteration along one backbone: for all `tau` below `bound` there are numbers of iterations along the
/// others, and values of `locals`, so that `body` holds.
#[derive(Clone, Debug)]
pub(crate) struct Rounds {
    pub tau: SymbolId,
    pub bound: Term,
    /// The other counters, each with what it is at most.
    pub others: Vec<(SymbolId, Term)>,
    pub locals: Vec<SymbolId>,
    pub body: Vec<Conjunct>,
}

impl Rounds {
    /// Whether an iteration has loops in it.
    pub(crate) fn has_inner(&self) -> bool {
        self.body.iter().any(|part| matches!(part, Conjunct::Rounds(_)))
    }
}

impl Conjunct {
    /// The part without quantifiers that it is, if it is one.
    pub(crate) fn as_term(&self) -> Option<Term> {
        match self {
            Conjunct::Term(term) => Some(*term),
            Conjunct::Rounds(_) | Conjunct::Filled(_) => None,
        }
    }

    /// The part with symbols replaced; the symbols that it binds are among them only where they get new names.
    pub(crate) fn substitute(&self, pool: &mut TermPool, by: &Substitution) -> Conjunct {
        match self {
            Conjunct::Term(term) => Conjunct::Term(by.term(pool, *term)),
            Conjunct::Rounds(rounds) => Conjunct::Rounds(Box::new(Rounds {
                tau: renamed(pool, by, rounds.tau),
                bound: by.term(pool, rounds.bound),
                others: bounded(pool, by, &rounds.others),
                locals: rounds.locals.iter().map(|local| renamed(pool, by, *local)).collect(),
                body: rounds.body.iter().map(|part| part.substitute(pool, by)).collect(),
            })),
            Conjunct::Filled(filled) => Conjunct::Filled(Box::new(filled.substitute(pool, by))),
        }
    }
}

pub(crate) fn bounded(pool: &mut TermPool, by: &Substitution, all: &[(SymbolId, Term)]) -> Vec<(SymbolId, Term)> {
    all.iter().map(|(tau, bound)| (renamed(pool, by, *tau), by.term(pool, *bound))).collect()
}

pub(crate) fn renamed(pool: &TermPool, by: &Substitution, symbol: SymbolId) -> SymbolId {
    by.exact.get(&symbol).and_then(|term| pool.as_symbol(*term)).unwrap_or(symbol)
}

/// The least and the greatest number that something is.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub low: BigInt,
    pub high: BigInt,
}

impl Range {
    /// That a term is not less than the least number, and not greater than the greatest.
    pub(crate) fn bounds(&self, pool: &mut TermPool, term: Term) -> [Term; 2] {
        let (low, high) = (pool.int(self.low.clone()), pool.int(self.high.clone()));
        [pool.sle(low, term), pool.sle(term, high)]
    }
}

/// The ranges of symbols: of a number, or of every element of a map.
pub(crate) type Ranges = FastMap<SymbolId, Range>;

/// New symbols in the place of these.
pub(crate) fn fresh_names(
    pool: &mut TermPool,
    ranges: &mut Ranges,
    symbols: impl IntoIterator<Item = SymbolId>,
    by: &mut Substitution,
) {
    for symbol in symbols {
        let (name, sort) = (pool.symbol_name(symbol).to_owned(), pool.symbol_sort(symbol));
        let new = pool.fresh_symbol(&name, sort);
        if let Some(range) = ranges.get(&symbol).cloned() {
            ranges.insert(new, range);
        }
        let term = pool.symbol_term(new);
        by.exact.insert(symbol, term);
    }
}

/// Unfolds conditions to formulas without universal quantifiers, which follow from them.
pub(crate) struct Unfolding<'a> {
    pub pool: &'a mut TermPool,
    pub ranges: &'a mut Ranges,
    /// Up to which number of iterations.
    pub rounds: u32,
    /// Counts what the size of the terms costs, here and in the solver before it starts to search.
    meter: &'a WorkMeter,
    /// Up to which number of iterations of loops with loops in them, where that is another: then inner loops are unfolded as far as
    /// others.
    outer: Option<u32>,
    /// Whether of the first iterations of loops with loops in them only what hangs on no inner loop is told.
    is_lean: bool,
    terms: OrderedSet<Term>,
    /// Whether one of the terms is false: then no other matters.
    is_false: bool,
    filled: Vec<Filled>,
}

/// Up to which number of iterations inner loops are unfolded where outer ones are.
const INNER_ROUNDS: u32 = 6;

/// What a part of a term costs that is unfolded and handed to the solver, in the solver's units: about as much time as they stand
/// for.
const WORK_OF_PART: u64 = 2;

/// How many terms an unfolding may have; the rest is left out.
const MAX_TERMS: usize = 40_000;

impl<'a> Unfolding<'a> {
    pub(crate) fn new(
        pool: &'a mut TermPool,
        ranges: &'a mut Ranges,
        rounds: u32,
        meter: &'a WorkMeter,
    ) -> Unfolding<'a> {
        Unfolding {
            pool,
            ranges,
            rounds,
            meter,
            outer: None,
            is_lean: false,
            terms: OrderedSet::default(),
            is_false: false,
            filled: Vec::new(),
        }
    }

    /// The same with few iterations of loops that have loops in them.
    pub(crate) fn with_outer(self, outer: u32) -> Unfolding<'a> {
        Unfolding { outer: Some(outer), ..self }
    }

    /// The same with less of the first iterations of loops that have loops in them: only what hangs on no inner loop.
    pub(crate) fn lean(self) -> Unfolding<'a> {
        Unfolding { is_lean: true, ..self }
    }

    /// The terms of a conjunction.
    pub(crate) fn run(mut self, condition: &[Conjunct]) -> Vec<Term> {
        let guard = self.pool.tru();
        self.add(guard, condition, self.rounds);
        self.elements();
        if self.is_false {
            return vec![self.pool.fls()];
        }
        let parts = self.ranges();
        self.meter.add(parts as u64 * WORK_OF_PART);
        self.terms.into_iter().collect()
    }

    fn add(&mut self, guard: Term, condition: &[Conjunct], rounds: u32) {
        for part in condition {
            if self.terms.len() > MAX_TERMS || self.is_false {
                return;
            }
            match part {
                Conjunct::Term(term) => self.term(guard, *term),
                Conjunct::Filled(filled) => {
                    let guard = self.pool.and(guard, filled.guard);
                    self.filled.push(Filled { guard, ..(**filled).clone() });
                }
                Conjunct::Rounds(all) => self.rounds(guard, all, rounds),
            }
        }
    }

    fn term(&mut self, guard: Term, term: Term) {
        let term = self.pool.implies(guard, term);
        match self.pool.as_bool(term) {
            Some(true) => {}
            Some(false) => self.is_false = true,
            None => {
                self.terms.insert(term);
            }
        }
    }

    /// The first iterations and the last.
    fn rounds(&mut self, guard: Term, all: &Rounds, rounds: u32) {
        let minus_one = self.pool.int(BigInt::from(-1));
        let last = self.pool.add(all.bound, minus_one);
        let (rounds, inner) = match self.outer {
            Some(outer) if all.has_inner() => (outer.min(rounds), rounds),
            Some(_) => (rounds, rounds),
            None => (rounds, rounds.min(INNER_ROUNDS)),
        };
        let first = (0..rounds).map(|round| self.pool.int(BigInt::from(round))).collect::<Vec<_>>();
        let (mut ended, is_part) = (false, self.is_lean && all.has_inner());
        for round in first.into_iter().chain([last]) {
            if ended && round != last {
                continue;
            }
            let zero = self.pool.int(BigInt::ZERO);
            let (above, below) = (self.pool.sle(zero, round), self.pool.slt(round, all.bound));
            let is_round = self.pool.and(above, below);
            let guard = self.pool.and(guard, is_round);
            if self.pool.as_bool(guard) == Some(false) {
                continue;
            }
            let mut by = Substitution::default();
            by.exact.insert(all.tau, round);
            self.rename(&all.others, &all.locals, &mut by);
            for (tau, bound) in &all.others {
                let tau = by.exact.get(tau).copied().unwrap_or(zero);
                let (above, below) = (self.pool.sle(zero, tau), self.pool.sle(tau, *bound));
                self.term(guard, above);
                self.term(guard, below);
            }
            let mut body = Vec::new();
            for part in &all.body {
                if !is_part || round == last || self.is_of_no_inner_loop(all, part) {
                    body.push(part.substitute(self.pool, &by));
                }
            }
            let is_false = |part: &Conjunct| part.as_term().and_then(|term| self.pool.as_bool(term)) == Some(false);
            // There is no such iteration, and so none behind it.
            ended |= body.iter().any(is_false);
            self.add(guard, &body, inner);
        }
    }

    /// Whether a part of an iteration has none of the symbols that are its own.
    fn is_of_no_inner_loop(&mut self, all: &Rounds, part: &Conjunct) -> bool {
        part.as_term().is_some_and(|term| {
            let symbols = self.pool.symbols(term);
            let has = |symbol: &SymbolId| symbols.contains(symbol);
            !all.locals.iter().any(has) && !all.others.iter().any(|(tau, _)| has(tau))
        })
    }

    fn rename(&mut self, taus: &[(SymbolId, Term)], locals: &[SymbolId], by: &mut Substitution) {
        let symbols = taus.iter().map(|(tau, _)| *tau).chain(locals.iter().copied());
        fresh_names(self.pool, self.ranges, symbols, by);
    }

    /// What elements of arrays are that are looked at after loops wrote them.
    fn elements(&mut self) {
        let mut done: OrderedSet<(Term, Vec<Term>)> = OrderedSet::default();
        let mut seen = 0;
        while seen < self.terms.len() && self.terms.len() < MAX_TERMS && !self.is_false {
            let new: Vec<Term> = self.terms.iter().skip(seen).copied().collect();
            let parts = self.pool.parts(&new);
            seen = self.terms.len();
            let reads: Vec<_> = parts.into_iter().filter_map(|part| self.read(part)).collect();
            for (array, index) in reads {
                for new in arrays_in(self.pool, array) {
                    if done.insert((new, index.clone())) {
                        self.element(new, &index);
                    }
                }
            }
        }
    }

    fn read(&self, part: Term) -> Option<(Term, Vec<Term>)> {
        match *self.pool.node(part) {
            Node::Select(array, index) => Some((array, self.pool.index_terms(index).to_vec())),
            _ => None,
        }
    }

    fn element(&mut self, new: Term, index: &[Term]) {
        let all: Vec<Filled> = self.filled.iter().filter(|filled| filled.new == new).cloned().collect();
        for filled in all {
            if let Some(element) = filled.element(self.pool, index) {
                self.term(filled.guard, element.fact);
                if element.is_all {
                    continue;
                }
            }
            let (now, before) = (self.pool.select(new, index), self.pool.select(filled.old, index));
            let mut ways = vec![self.pool.eq(now, before)];
            for write in &filled.writes {
                ways.push(self.write(write, index, now));
            }
            let one = self.pool.or_all(&ways);
            self.term(filled.guard, one);
        }
    }

    /// That this write made the element at an index.
    fn write(&mut self, write: &Write, index: &[Term], now: Term) -> Term {
        let mut by = Substitution::default();
        let taus = write.taus.iter().map(|tau| tau.symbol);
        let symbols: Vec<SymbolId> = taus.chain(write.locals.iter().copied()).collect();
        fresh_names(self.pool, self.ranges, symbols, &mut by);
        let mut all = Vec::new();
        for tau in &write.taus {
            if let Some(number) = by.exact.get(&tau.symbol).copied() {
                all.push(tau.can_be(self.pool, number, &by));
            }
        }
        for (own, asked) in write.index.iter().zip(index) {
            let own = by.term(self.pool, *own);
            all.push(self.pool.eq(own, *asked));
        }
        if let Some(value) = write.value {
            let value = by.term(self.pool, value);
            all.push(self.pool.eq(now, value));
        }
        self.pool.and_all(&all)
    }

    /// Adds that all symbols, and all elements that are looked at, are in their ranges. Returns how many parts the terms have.
    fn ranges(&mut self) -> usize {
        let terms: Vec<Term> = self.terms.iter().copied().collect();
        let parts = self.pool.parts(&terms);
        self.terms.extend(range_facts_of(self.pool, self.ranges, &parts));
        parts.len()
    }
}

/// That the symbols of terms, and the elements of arrays that they look at, are in their ranges.
pub(crate) fn range_facts(pool: &mut TermPool, ranges: &Ranges, terms: &[Term]) -> Vec<Term> {
    let parts = pool.parts(terms);
    range_facts_of(pool, ranges, &parts)
}

/// The same of the parts of terms.
fn range_facts_of(pool: &mut TermPool, ranges: &Ranges, parts: &[Term]) -> Vec<Term> {
    let mut known: OrderedSet<(Term, SymbolId)> = OrderedSet::default();
    for part in parts.iter().copied() {
        if let Some(symbol) = pool.as_symbol(part) {
            known.insert((part, symbol));
        }
        let Node::Select(array, index) = *pool.node(part) else { continue };
        let index = pool.index_terms(index).to_vec();
        for array in arrays_in(pool, array) {
            if let Some(map) = pool.as_symbol(array).filter(|map| ranges.contains_key(map)) {
                known.insert((pool.select(array, &index), map));
            }
        }
    }
    let mut facts = Vec::new();
    for (term, symbol) in known {
        if pool.sort(term) != Sort::Int {
            continue;
        }
        if let Some(range) = ranges.get(&symbol) {
            facts.extend(range.bounds(pool, term));
        }
    }
    facts
}

/// The symbols that an array is made of by stores and choices.
fn arrays_in(pool: &TermPool, array: Term) -> Vec<Term> {
    match *pool.node(array) {
        Node::Symbol(_) => vec![array],
        Node::Store(array, ..) => arrays_in(pool, array),
        Node::Ite(_, then, otherwise) => {
            let mut all = arrays_in(pool, then);
            all.extend(arrays_in(pool, otherwise));
            all
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_what_is_unfolded_counts_as_work() {
        let (mut pool, mut ranges, meter) = (TermPool::new(), Ranges::default(), WorkMeter::default());
        let mut cost = |rounds: u32| {
            let tau = pool.fresh_symbol("tau", Sort::Int);
            let (term, bound) = (pool.symbol_term(tau), pool.fresh("bound", Sort::Int));
            let other = pool.fresh("other", Sort::Int);
            let body = vec![Conjunct::Term(pool.ne(term, other))];
            let all = Rounds { tau, bound, others: Vec::new(), locals: Vec::new(), body };
            let before = meter.total();
            Unfolding::new(&mut pool, &mut ranges, rounds, &meter).run(&[Conjunct::Rounds(Box::new(all))]);
            meter.total() - before
        };
        let (few, many) = (cost(2), cost(40));
        assert!(few > 0 && many > 4 * few, "{few} and {many}");
    }
}
