//! Conditions with their quantifiers, as the solver is asked about them (section 6).

use crate::condition::{Conjunct, Ranges, Rounds, range_facts};
use crate::filled::{Filled, Write};
use crate::value::Substitution;
use clew_smt::Formula;
use clew_term::{Sort, SymbolId, Term, TermPool};
use num_bigint::BigInt;

/// Makes formulas of conditions.
pub(crate) struct Quantifying<'a> {
    pub pool: &'a mut TermPool,
    pub ranges: &'a Ranges,
}

impl Quantifying<'_> {
    /// The formulas of a conjunction.
    pub(crate) fn all(&mut self, condition: &[Conjunct]) -> Vec<Formula> {
        condition.iter().map(|part| self.part(part)).collect()
    }

    fn part(&mut self, part: &Conjunct) -> Formula {
        match part {
            Conjunct::Term(term) => self.term(*term),
            Conjunct::Rounds(rounds) => self.rounds(rounds),
            Conjunct::Filled(filled) => self.filled(filled),
        }
    }

    /// The term, with what is known of all that it looks at.
    fn term(&mut self, term: Term) -> Formula {
        let mut parts = vec![Formula::Term(term)];
        parts.extend(range_facts(self.pool, self.ranges, &[term]).into_iter().map(Formula::Term));
        Formula::And(parts)
    }

    fn rounds(&mut self, rounds: &Rounds) -> Formula {
        let Rounds { tau, bound, others, locals, body } = rounds;
        let mut parts: Vec<Formula> = others.iter().map(|(other, most)| self.at_most(*other, *most)).collect();
        parts.extend(self.all(body));
        let symbols = others.iter().map(|(other, _)| *other).chain(locals.iter().copied()).collect();
        let is_round = self.below(*tau, *bound);
        let holds = Formula::Exists(symbols, Box::new(Formula::And(parts)));
        Formula::ForAll(vec![*tau], Box::new(Formula::Implies(is_round, Box::new(holds))))
    }

    fn filled(&mut self, filled: &Filled) -> Formula {
        let Some(sort) = self.pool.sort(filled.new).array() else { return Formula::And(Vec::new()) };
        let symbols: Vec<SymbolId> =
            (0..sort.index.arity()).map(|_| self.pool.fresh_symbol("index", Sort::Int)).collect();
        let index: Vec<Term> = symbols.iter().map(|symbol| self.pool.symbol_term(*symbol)).collect();
        let holds = match filled.element(self.pool, &index) {
            Some(element) if element.is_all => self.term(element.fact),
            Some(_) | None => {
                let (now, before) = (self.pool.select(filled.new, &index), self.pool.select(filled.old, &index));
                let is_same = self.pool.eq(now, before);
                let mut ways = vec![self.term(is_same)];
                for write in &filled.writes {
                    ways.push(self.write(write, &index, now));
                }
                Formula::Or(ways)
            }
        };
        Formula::ForAll(symbols, Box::new(Formula::Implies(filled.guard, Box::new(holds))))
    }

    fn write(&mut self, write: &Write, index: &[Term], now: Term) -> Formula {
        let Write { taus, locals, index: own, value } = write;
        let mut parts = Vec::new();
        for tau in taus {
            let number = self.pool.symbol_term(tau.symbol);
            parts.push(Formula::Term(tau.can_be(self.pool, number, &Substitution::default())));
        }
        for (own, asked) in own.iter().zip(index) {
            let is_there = self.pool.eq(*own, *asked);
            parts.push(self.term(is_there));
        }
        if let Some(value) = value {
            let is_value = self.pool.eq(now, *value);
            parts.push(self.term(is_value));
        }
        let symbols = taus.iter().map(|tau| tau.symbol).chain(locals.iter().copied()).collect();
        Formula::Exists(symbols, Box::new(Formula::And(parts)))
    }

    /// That a number of iterations is not negative and below a bound.
    fn below(&mut self, tau: SymbolId, bound: Term) -> Term {
        let (zero, tau) = (self.pool.int(BigInt::ZERO), self.pool.symbol_term(tau));
        let (above, below) = (self.pool.sle(zero, tau), self.pool.slt(tau, bound));
        self.pool.and(above, below)
    }

    /// That a number of iterations is not negative and at most a bound.
    fn at_most(&mut self, tau: SymbolId, most: Term) -> Formula {
        let (zero, tau) = (self.pool.int(BigInt::ZERO), self.pool.symbol_term(tau));
        let (above, below) = (self.pool.sle(zero, tau), self.pool.sle(tau, most));
        Formula::Term(self.pool.and(above, below))
    }
}

/// Whether a condition has quantifiers.
pub(crate) fn is_quantified(condition: &[Conjunct]) -> bool {
    condition.iter().any(|part| part.as_term().is_none())
}
