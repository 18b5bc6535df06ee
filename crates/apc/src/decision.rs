//! Whether an execution gets to the target of a flowgraph: by its condition, then by a search that the condition prunes
//! (section 7).

use crate::builder::{Builder, Executed};
use crate::condition::{Conjunct, Unfolding};
use crate::loops::{Induced, TooMany};
use crate::search::{Found, search};
use crate::value::Substitution;
use clew_facts::{CutReason, ReachCondition, ReachMethod, ReachStats};
use clew_smt::{Model, SatResult, Solver, UnknownReason};
use clew_term::{SymbolId, Term};
use num_bigint::BigInt;
use std::rc::Rc;
use std::time::Instant;

/// What one question about a whole condition may cost, in the solver's units.
const CONDITION_WORK: u64 = 30_000_000;

/// What the first question about a whole condition may cost: simple models are tried before more work is done.
const QUICK_WORK: u64 = 2_000_000;

/// What the question for a model with small counters may cost.
const SMALL_WORK: u64 = 6_000_000;

/// How many iterations of each loop a model has at most that is tried before others.
const FEW_ITERATIONS: u32 = 1_000;

/// How often loops that have loops in them are iterated at most in the models that are tried first.
const FEW_OUTER: [u32; 3] = [0, 1, 3];

/// How many choices of counters that are zero are tried.
const MAX_CHOICES: usize = 9;

const BY_CONDITION: &str = "abstract-path-condition";
const BY_SEARCH: &str = "search";

/// How it is decided.
pub(crate) struct Question {
    pub method: ReachMethod,
    /// Up to which number of iterations the condition is unfolded.
    pub unfold: u32,
}

/// Whether an execution gets there.
pub(crate) enum Reached<T> {
    /// This one does.
    Yes(T),
    /// None does.
    Never,
    /// It is not known, for this reason.
    Open(CutReason),
}

/// What came of a question.
pub(crate) struct Decision<T> {
    pub found: Reached<T>,
    /// What decided it, if anything did.
    pub by: Option<&'static str>,
    pub condition: Option<ReachCondition>,
    pub stats: ReachStats,
}

/// Runs the inputs that a model names, and tells the execution if it gets to the target.
pub(crate) type Try<'t, T> = dyn FnMut(&mut Builder<'_>, &Model) -> Option<T> + 't;

/// What models should satisfy if they can, so that their inputs are easily made.
pub(crate) type Preferred<'t> = dyn Fn(&mut Builder<'_>) -> Vec<Term> + 't;

/// What the condition says.
struct Asked<T> {
    condition: ReachCondition,
    /// The terms of the unfolded condition that could not be refuted, one for each backbone left.
    necessary: Vec<Term>,
    found: Option<T>,
}

impl Question {
    pub(crate) fn decide<T>(
        &self,
        builder: &mut Builder<'_>,
        preferred: &Preferred<'_>,
        run: &mut Try<'_, T>,
    ) -> Decision<T> {
        let mut stats = ReachStats::default();
        let (mut condition, mut necessary) = (None, None);
        if self.method != ReachMethod::Search {
            match self.ask_condition(builder, preferred, run, &mut stats) {
                Ok(Asked { condition, necessary, found: None }) if necessary.is_empty() => {
                    let by = Some(BY_CONDITION);
                    return Decision { found: Reached::Never, by, condition: Some(condition), stats };
                }
                Ok(Asked { condition, found: Some(found), .. }) => {
                    let by = Some(BY_CONDITION);
                    return Decision { found: Reached::Yes(found), by, condition: Some(condition), stats };
                }
                Ok(asked) => {
                    necessary = Some(builder.pool.or_all(&asked.necessary));
                    condition = Some(asked.condition);
                }
                Err(TooMany) => {}
            }
        }
        let found = match self.method {
            ReachMethod::Abstract => Found::Open,
            ReachMethod::Search | ReachMethod::Both => self.search(builder, necessary, run),
        };
        let (found, by) = match found {
            Found::Execution(found) => (Reached::Yes(found), Some(BY_SEARCH)),
            Found::None => (Reached::Never, Some(BY_SEARCH)),
            Found::Open => {
                let why = match builder.is_spent() {
                    true => "time",
                    false => "the condition can hold and no execution was found",
                };
                (Reached::Open(CutReason::Budget(why.to_owned())), None)
            }
        };
        Decision { found, by, condition, stats }
    }

    /// A search that the condition prunes, then one without it.
    fn search<T>(&self, builder: &mut Builder<'_>, necessary: Option<Term>, run: &mut Try<'_, T>) -> Found<T> {
        if necessary.is_some() {
            match search(builder, necessary, &mut *run) {
                Found::Open => {}
                decided => return decided,
            }
        }
        search(builder, None, run)
    }

    fn ask_condition<T>(
        &self,
        builder: &mut Builder<'_>,
        preferred: &Preferred<'_>,
        run: &mut Try<'_, T>,
        stats: &mut ReachStats,
    ) -> Result<Asked<T>, TooMany> {
        let start = Instant::now();
        let program = Induced::whole(builder.graph);
        let backbones = builder.executed(&program)?;
        stats.build_seconds = start.elapsed().as_secs_f64();
        let mut condition = describe(builder, &backbones);
        let (mut necessary, mut found, mut is_unknown) = (Vec::new(), None, false);
        for backbone in &backbones {
            let terms = self.unfolded(builder, backbone, stats);
            let mut answer = ask(builder, &terms, QUICK_WORK, stats);
            if matches!(answer, SatResult::Unknown(_)) {
                found = self.try_small_models(builder, backbone, &terms, preferred, run, stats);
                if found.is_none() {
                    answer = ask(builder, &terms, CONDITION_WORK, stats);
                }
            }
            match answer {
                SatResult::Unsat(_) => {}
                SatResult::Sat(model) => {
                    necessary.push(builder.pool.and_all(&terms));
                    found = self
                        .try_small_models(builder, backbone, &terms, preferred, run, stats)
                        .or_else(|| run(builder, &model));
                }
                SatResult::Unknown(_) => {
                    is_unknown = true;
                    necessary.push(builder.pool.and_all(&terms));
                }
            }
            if found.is_some() {
                break;
            }
        }
        let answer = match (necessary.is_empty(), is_unknown && found.is_none()) {
            (true, _) => "unsat",
            (false, true) => "unknown",
            (false, false) => "sat",
        };
        condition.unfolded = Some(answer.to_owned());
        Ok(Asked { condition, necessary, found })
    }

    /// Tries models with few iterations and what is preferred besides, from those with fewest iterations of loops that have loops
    /// in them.
    fn try_small_models<T>(
        &self,
        builder: &mut Builder<'_>,
        backbone: &Executed,
        terms: &[Term],
        preferred: &Preferred<'_>,
        run: &mut Try<'_, T>,
        stats: &mut ReachStats,
    ) -> Option<T> {
        let preferred = preferred(builder);
        for without in left_out(backbone) {
            let condition = without_iterations(builder, backbone, &without);
            let unfolding = Unfolding::new(&mut builder.pool, &mut builder.widths, self.unfold);
            let terms = unfolding.run(&condition);
            let wishes = few_iterations(builder, backbone, (0, self.unfold));
            let model = small_model(builder, &terms, &preferred, wishes, stats);
            if let Some(found) = model.and_then(|model| run(builder, &model)) {
                return Some(found);
            }
        }
        let has_inner = backbone.loops.iter().any(|passed| passed.has_inner);
        if has_inner {
            for outer in FEW_OUTER {
                let unfolding = Unfolding::new(&mut builder.pool, &mut builder.widths, self.unfold).with_outer(outer);
                let terms = unfolding.run(&backbone.condition);
                let wishes = few_iterations(builder, backbone, (outer, self.unfold));
                let model = small_model(builder, &terms, &preferred, wishes, stats);
                if let Some(found) = model.and_then(|model| run(builder, &model)) {
                    return Some(found);
                }
            }
        }
        for most in [self.unfold, FEW_ITERATIONS] {
            let wishes = few_iterations(builder, backbone, (most, most));
            let model = small_model(builder, terms, &preferred, wishes, stats);
            if let Some(found) = model.and_then(|model| run(builder, &model)) {
                return Some(found);
            }
        }
        None
    }

    /// The condition of a backbone, unfolded.
    fn unfolded(&self, builder: &mut Builder<'_>, backbone: &Executed, stats: &mut ReachStats) -> Vec<Term> {
        let start = Instant::now();
        let terms = Unfolding::new(&mut builder.pool, &mut builder.widths, self.unfold).run(&backbone.condition);
        stats.unfold_seconds += start.elapsed().as_secs_f64();
        terms
    }
}

/// That loops that have loops in them, and others, are iterated at most so often.
fn few_iterations(builder: &mut Builder<'_>, backbone: &Executed, (outer, others): (u32, u32)) -> Vec<Term> {
    let mut wishes = Vec::new();
    for passed in &backbone.loops {
        let most = builder.pool.int(BigInt::from(if passed.has_inner { outer } else { others }));
        for counter in &passed.counters {
            let counter = builder.pool.symbol_term(*counter);
            wishes.push(builder.pool.sle(counter, most));
        }
    }
    wishes
}

/// Which counters may be zero in the simplest executions: those of loops that have loops in them, and of every other loop all but
/// one. The number of choices is limited.
fn left_out(backbone: &Executed) -> Vec<Vec<SymbolId>> {
    let mut choices: Vec<Vec<SymbolId>> = vec![Vec::new()];
    for passed in &backbone.loops {
        if passed.has_inner {
            choices.iter_mut().for_each(|zero| zero.extend(&passed.counters));
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
    choices.retain(|zero| !zero.is_empty());
    choices
}

/// The condition of a backbone with no iterations that these count.
fn without_iterations(builder: &mut Builder<'_>, backbone: &Executed, counters: &[SymbolId]) -> Vec<Conjunct> {
    let zero = builder.pool.int(BigInt::ZERO);
    let mut by = Substitution::default();
    by.exact.extend(counters.iter().map(|counter| (*counter, zero)));
    backbone.condition.iter().map(|part| part.substitute(&mut builder.pool, &by)).collect()
}

/// A model with what is preferred.
fn small_model(
    builder: &mut Builder<'_>,
    terms: &[Term],
    preferred: &[Term],
    wishes: Vec<Term>,
    stats: &mut ReachStats,
) -> Option<Rc<Model>> {
    let wishes: Vec<Conjunct> = preferred.iter().copied().chain(wishes).map(Conjunct::Term).collect();
    if wishes.is_empty() {
        return None;
    }
    let mut all = terms.to_vec();
    all.extend(Unfolding::new(&mut builder.pool, &mut builder.widths, 0).run(&wishes));
    match ask(builder, &all, SMALL_WORK, stats) {
        SatResult::Sat(model) => Some(model),
        SatResult::Unsat(_) | SatResult::Unknown(_) => None,
    }
}

fn ask(builder: &mut Builder<'_>, terms: &[Term], work: u64, stats: &mut ReachStats) -> SatResult {
    if builder.is_spent() {
        return SatResult::Unknown(UnknownReason::Cancelled);
    }
    let start = Instant::now();
    let limits = builder.limits_of(work);
    let answer = builder.solver.check(&mut builder.pool, terms, &limits);
    stats.solver_seconds += start.elapsed().as_secs_f64();
    answer
}

fn describe(builder: &Builder<'_>, backbones: &[Executed]) -> ReachCondition {
    let counters = backbones.iter().flat_map(|backbone| &backbone.loops).map(|passed| passed.counters.len());
    ReachCondition {
        backbones: backbones.len() as u64,
        counters: counters.sum::<usize>() as u64,
        formula: builder.formula(backbones),
        quantified: None,
        unfolded: None,
        explanation: builder.explain(backbones),
    }
}
