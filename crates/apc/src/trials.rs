//! Models of a condition whose inputs are easily run: with few iterations, and with one way round each loop.

use crate::beside::beside;
use crate::builder::{Builder, Executed};
use crate::condition::Conjunct;
use crate::decision::{Try, ask};
use crate::value::Substitution;
use clew_facts::ReachStats;
use clew_smt::{Model, SatResult};
use clew_term::{SymbolId, Term};
use num_bigint::BigInt;
use std::rc::Rc;

/// What the question for a model with small counters may cost.
const SMALL_WORK: u64 = 6_000_000;

/// What the question for a model with one way round each loop may cost.
const FIRST_WORK: u64 = 1_500_000;

/// What the question for a smaller input may cost, as a part of what that for a greater one may: one in this many.
const FEWER_PART: u64 = 8;

/// How many iterations of each loop a model has at most that is tried before others.
const FEW_ITERATIONS: u32 = 1_000;

/// How often loops that have loops in them are iterated at most in the models that are tried first.
const FEW_OUTER: [u32; 3] = [0, 1, 3];

/// How many choices of counters that are zero are tried.
const MAX_CHOICES: usize = 9;

/// Beside how many models that do not get there others are looked for: those with one way round each loop, and others.
const MAX_WALKS: [usize; 2] = [1, 4];

/// Models of the condition of one backbone.
pub(crate) struct Trials<'b, 't, T> {
    backbone: &'b Executed,
    /// Up to which number of iterations the condition is unfolded.
    unfold: u32,
    /// What models should satisfy if they can, so that their inputs are easily made: the first of these that they can. Each says
    /// more than those behind it.
    preferred: &'b [Vec<Term>],
    run: &'b mut Try<'t, T>,
    /// Beside how many models others were looked for.
    walks: usize,
    /// Beside how many models others are looked for until now.
    most_walks: usize,
}

impl<'b, 't, T> Trials<'b, 't, T> {
    pub(crate) fn new(
        backbone: &'b Executed,
        unfold: u32,
        preferred: &'b [Vec<Term>],
        run: &'b mut Try<'t, T>,
    ) -> Trials<'b, 't, T> {
        Trials { backbone, unfold, preferred, run, walks: 0, most_walks: 0 }
    }

    /// The backbone whose condition the models are of.
    pub(crate) fn backbone(&self) -> &'b Executed {
        self.backbone
    }

    /// Tries models with one way round each loop that has no loops in it. Loops that have are iterated as often as
    /// is wanted, or not at all; of their iterations only what hangs on no inner loop is asked for.
    pub(crate) fn one_way(&mut self, builder: &mut Builder, stats: &mut ReachStats) -> Option<T> {
        if self.backbone.loops.is_empty() {
            return None;
        }
        self.most_walks = MAX_WALKS[0];
        let has_inner = self.backbone.loops.iter().any(|passed| passed.has_inner);
        for is_outer_zero in if has_inner { vec![true, false] } else { vec![true] } {
            for without in left_out(self.backbone, is_outer_zero) {
                let condition = without_iterations(builder, self.backbone, &without);
                let unfolding = builder.unfolding(self.unfold).lean();
                let terms = unfolding.run(&condition);
                let wishes = self.few_iterations(builder, (self.unfold, self.unfold));
                let found = self.small(builder, &terms, wishes, FIRST_WORK, stats);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Tries models with few iterations and what is preferred besides, from those with fewest iterations of loops that have
    /// loops in them. `terms` are the condition, unfolded.
    pub(crate) fn few(&mut self, builder: &mut Builder, terms: &[Term], stats: &mut ReachStats) -> Option<T> {
        self.most_walks = MAX_WALKS[1];
        if self.backbone.loops.iter().any(|passed| passed.has_inner) {
            for outer in FEW_OUTER {
                let unfolding = builder.unfolding(self.unfold).with_outer(outer);
                let terms = unfolding.run(&self.backbone.condition);
                let wishes = self.few_iterations(builder, (outer, self.unfold));
                let found = self.small(builder, &terms, wishes, SMALL_WORK, stats);
                if found.is_some() {
                    return found;
                }
            }
        }
        for most in [self.unfold, FEW_ITERATIONS] {
            let wishes = self.few_iterations(builder, (most, most));
            let found = self.small(builder, terms, wishes, SMALL_WORK, stats);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Runs the input of a model with what is preferred and wished, and those beside it.
    fn small(
        &mut self,
        builder: &mut Builder,
        terms: &[Term],
        wishes: Vec<Term>,
        work: u64,
        stats: &mut ReachStats,
    ) -> Option<T> {
        let mut preferred: Vec<&[Term]> = self.preferred.iter().map(Vec::as_slice).collect();
        preferred.dedup();
        let (most, fewer) = preferred.split_last()?;
        if most.is_empty() && wishes.is_empty() {
            return None;
        }
        for preferred in fewer {
            let smaller = self.ask_with(builder, terms, (preferred, &wishes), work / FEWER_PART, stats);
            let found = smaller.and_then(|(model, _)| (self.run)(builder, &model));
            if found.is_some() {
                return found;
            }
        }
        let (model, wished) = self.ask_with(builder, terms, (most, &wishes), work, stats)?;
        self.of_model(builder, &model, (terms, &wished))
    }

    /// A model with what is preferred and wished, and that as terms.
    fn ask_with(
        &self,
        builder: &mut Builder,
        terms: &[Term],
        (preferred, wishes): (&[Term], &[Term]),
        work: u64,
        stats: &mut ReachStats,
    ) -> Option<(Rc<Model>, Vec<Term>)> {
        let wishes: Vec<Conjunct> = preferred.iter().chain(wishes).copied().map(Conjunct::Term).collect();
        let wishes = builder.unfolding(0).run(&wishes);
        match ask(builder, &[terms, &wishes].concat(), work, stats) {
            SatResult::Sat(model) => Some((model, wishes)),
            SatResult::Unsat(_) | SatResult::Unknown(_) => None,
        }
    }

    /// Runs the input of a model, and those beside it. Of these the first terms hold, and the wishes if they can.
    pub(crate) fn of_model(
        &mut self,
        builder: &mut Builder,
        model: &Rc<Model>,
        (terms, wishes): (&[Term], &[Term]),
    ) -> Option<T> {
        let found = (self.run)(builder, model);
        if found.is_some() || self.walks >= self.most_walks || !builder.beyond.neighbours {
            return found;
        }
        self.walks += 1;
        beside(builder, model, terms, wishes, self.run)
    }

    /// That loops that have loops in them, and others, are iterated at most so often.
    fn few_iterations(&self, builder: &mut Builder, (outer, others): (u32, u32)) -> Vec<Term> {
        let mut wishes = Vec::new();
        for passed in &self.backbone.loops {
            let most = builder.pool.int(BigInt::from(if passed.has_inner { outer } else { others }));
            for counter in &passed.counters {
                let counter = builder.pool.symbol_term(*counter);
                wishes.push(builder.pool.sle(counter, most));
            }
        }
        wishes
    }
}

/// Which counters may be zero in the simplest executions: those of loops that have loops in them, if that is wanted, and of every
/// other loop all but one. The number of choices is limited.
fn left_out(backbone: &Executed, is_outer_zero: bool) -> Vec<Vec<SymbolId>> {
    let mut choices: Vec<Vec<SymbolId>> = vec![Vec::new()];
    for passed in &backbone.loops {
        if passed.has_inner {
            if is_outer_zero {
                choices.iter_mut().for_each(|zero| zero.extend(&passed.counters));
            }
            continue;
        }
        let mut next = Vec::new();
        for zero in &choices {
            for only in &passed.counters {
                let others = passed.counters.iter().filter(|other| *other != only);
                next.push(zero.iter().chain(others).copied().collect());
            }
        }
        if next.len() > MAX_CHOICES {
            return Vec::new();
        }
        if !next.is_empty() {
            choices = next;
        }
    }
    choices
}

/// The condition of a backbone with no iterations that these count.
fn without_iterations(builder: &mut Builder, backbone: &Executed, counters: &[SymbolId]) -> Vec<Conjunct> {
    let zero = builder.pool.int(BigInt::ZERO);
    let mut by = Substitution::default();
    by.exact.extend(counters.iter().map(|counter| (*counter, zero)));
    backbone.condition.iter().map(|part| part.substitute(&mut builder.pool, &by)).collect()
}
