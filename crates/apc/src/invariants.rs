//! What holds of variables whose values after a loop are unknown, beyond the rules of the paper.

use crate::builder::Builder;
use crate::condition::Conjunct;
use crate::evaluate::State;
use crate::summary::Iterated;
use crate::value::{Value, exact};
use clew_reach::{Guess, unbroken};
use clew_term::Term;

/// Of how many variables it is asked whether they keep their signs.
const MAX_SIGNS: usize = 8;

/// What is guessed of the signs of numbers.
const SIGNS: [Guess; 2] = [Guess::AtLeast(0), Guess::AtLeast(1)];

impl Builder {
    /// The value is that before the loop, or one that is the same in all iterations along a backbone.
    pub(crate) fn one_of(
        &mut self,
        iterated: &Iterated,
        index: usize,
        after: Term,
        same: Term,
        facts: &mut Vec<Conjunct>,
    ) {
        let mut ways = vec![same];
        let mut counters = Vec::new();
        let mut is_known = true;
        for (position, executed) in iterated.executed.iter().enumerate() {
            let value = executed.state[index].clone();
            if value == self.initial[index] {
                continue;
            }
            counters.push(iterated.counters[position].1);
            is_known &= self.is_constant_value(iterated, &value);
            let value = match value {
                Value::Num(num) => exact(&mut self.pool, num),
                Value::Bool(term) => term,
                Value::Map(_) | Value::Opaque => return,
            };
            let (some, is_value) = (self.any_positive(&counters[counters.len() - 1..]), self.pool.eq(after, value));
            ways.push(self.pool.and(some, is_value));
        }
        let some = self.any_positive(&counters);
        facts.push(Conjunct::Term(self.pool.or(some, same)));
        if is_known {
            facts.push(Conjunct::Term(self.pool.or_all(&ways)));
        }
    }

    /// No iteration makes the number less, or none makes it greater.
    pub(crate) fn monotone(
        &mut self,
        iterated: &Iterated,
        index: usize,
        before: Term,
        after: Term,
        facts: &mut Vec<Conjunct>,
    ) {
        for guess in [Guess::NotLess, Guess::NotGreater] {
            let holds = iterated.executed.iter().all(|executed| {
                let Value::Num(num) = executed.state[index] else { return false };
                let value = exact(&mut self.pool, num);
                let holds = guess.holds(value, before, &mut self.pool);
                let against = self.pool.not(holds);
                self.is_refuted(&executed.condition, Some(against))
            });
            if holds {
                facts.push(Conjunct::Term(guess.holds(after, before, &mut self.pool)));
            }
        }
    }

    /// Adds that some variables stay at least zero, or at least one, if all of them are so before the loop.
    pub(crate) fn signs(&mut self, iterated: &Iterated, state: &State, facts: &mut Vec<Conjunct>) {
        let is_asked = |builder: &Builder, index: &usize| {
            iterated.state[*index].is_none()
                && builder.is_live(iterated.start, *index)
                && matches!(builder.initial[*index], Value::Num(_))
        };
        let unknown: Vec<usize> = (0..state.len()).filter(|index| is_asked(self, index)).take(MAX_SIGNS).collect();
        for guess in SIGNS {
            let kept = self.kept(iterated, &unknown, guess);
            if !kept.is_empty() {
                let initial = self.initial.clone();
                let (before, after) = (self.all_hold(&initial, &kept, guess), self.all_hold(state, &kept, guess));
                facts.push(Conjunct::Term(self.pool.implies(before, after)));
            }
        }
    }

    /// The variables of which a guess holds after each iteration that begins with all of them as guessed.
    fn kept(&mut self, iterated: &Iterated, variables: &[usize], guess: Guess) -> Vec<usize> {
        unbroken(variables.to_vec(), |left| {
            let initial = self.initial.clone();
            let before = self.all_hold(&initial, left, guess);
            let is_broken = |index: &usize| {
                !iterated.executed.iter().all(|executed| {
                    if !matches!(executed.state[*index], Value::Num(_)) {
                        return false;
                    }
                    let after = self.all_hold(&executed.state, &[*index], guess);
                    let against = self.pool.not(after);
                    let against = self.pool.and(before, against);
                    self.is_refuted(&executed.condition, Some(against))
                })
            };
            Some(left.iter().map(is_broken).collect())
        })
    }

    fn all_hold(&mut self, state: &State, variables: &[usize], guess: Guess) -> Term {
        let mut all = Vec::new();
        for index in variables {
            if let Value::Num(num) = state[*index] {
                let number = exact(&mut self.pool, num);
                all.push(guess.holds(number, number, &mut self.pool));
            }
        }
        self.pool.and_all(&all)
    }
}
