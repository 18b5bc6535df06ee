//! Whether an execution gets to the target of a flowgraph: by its condition, then by a search that the condition prunes
//! (section 7).

use crate::builder::{Builder, Executed};
use crate::condition::Conjunct;
use crate::loops::{Induced, TooMany};
use crate::quantified::{Quantifying, is_quantified};
use crate::search::{Found, search};
use crate::trials::Trials;
use clew_facts::{CutReason, ReachCondition, ReachMethod, ReachStats};
use clew_smt::{Model, SatResult, UnknownReason, is_satisfiable};
use clew_term::Term;
use std::time::Instant;

/// What one question about a whole condition may cost, in the solver's units.
const CONDITION_WORK: u64 = 30_000_000;

/// What the first question about a whole condition may cost: simple models are tried before more work is done.
const QUICK_WORK: u64 = 2_000_000;

/// What the first question about a condition with its quantifiers may cost: where it can be refuted, little is enough mostly.
const QUANTIFIED_WORK: u64 = 200_000;

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
pub(crate) type Try<'t, T> = dyn FnMut(&mut Builder, &Model) -> Option<T> + 't;

/// What models should satisfy if they can, so that their inputs are easily made: the first of these that they can. Each says
/// more than those behind it.
pub(crate) type Preferred<'t> = dyn Fn(&mut Builder) -> Vec<Vec<Term>> + 't;

/// What the condition says.
struct Asked<T> {
    condition: ReachCondition,
    /// The terms of the unfolded condition that could not be refuted, one for each backbone left.
    necessary: Vec<Term>,
    found: Option<T>,
}

/// What the condition of one backbone says.
enum OfBackbone<T> {
    /// It cannot hold.
    Refuted,
    /// It can hold.
    Possible,
    Unknown,
    /// This execution gets there.
    Found(T),
}

impl Question {
    pub(crate) fn decide<T>(
        &self,
        builder: &mut Builder,
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
    fn search<T>(&self, builder: &mut Builder, necessary: Option<Term>, run: &mut Try<'_, T>) -> Found<T> {
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
        builder: &mut Builder,
        preferred: &Preferred<'_>,
        run: &mut Try<'_, T>,
        stats: &mut ReachStats,
    ) -> Result<Asked<T>, TooMany> {
        let start = Instant::now();
        let program = Induced::whole(&builder.graph);
        let backbones = builder.executed(&program)?;
        stats.build_seconds = start.elapsed().as_secs_f64();
        let mut condition = describe(builder, &backbones);
        let (mut necessary, mut found, mut is_unknown) = (Vec::new(), None, false);
        let mut quantified = OfQuantified::default();
        let preferred = preferred(builder);
        for backbone in &backbones {
            let terms = self.unfolded(builder, backbone, stats);
            let mut trials = Trials::new(backbone, self.unfold, &preferred, &mut *run);
            match self.ask_backbone(builder, &mut trials, &terms, &mut quantified, stats) {
                OfBackbone::Refuted => continue,
                OfBackbone::Found(execution) => found = Some(execution),
                OfBackbone::Possible => {}
                OfBackbone::Unknown => is_unknown = true,
            }
            necessary.push(builder.pool.and_all(&terms));
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
        condition.quantified = quantified.answer(necessary.is_empty()).map(str::to_owned);
        Ok(Asked { condition, necessary, found })
    }

    /// What the condition of a backbone says. Simple models are tried before much work is done. Then the condition with its
    /// quantifiers and its unfolding are asked about in turns, each time with more work: the first answer counts.
    fn ask_backbone<T>(
        &self,
        builder: &mut Builder,
        trials: &mut Trials<'_, '_, T>,
        terms: &[Term],
        quantified: &mut OfQuantified,
        stats: &mut ReachStats,
    ) -> OfBackbone<T> {
        // Where all work is limited, proofs come first.
        let is_limited = builder.budget.is_some();
        let mut found = if is_limited { None } else { trials.one_way(builder, stats) };
        if let Some(found) = found {
            return OfBackbone::Found(found);
        }
        let mut answer = ask(builder, terms, QUICK_WORK, stats);
        let condition = &trials.backbone().condition;
        if answer.is_unsat() || quantified.refutes(builder, condition, QUANTIFIED_WORK, stats) {
            return OfBackbone::Refuted;
        }
        found = if is_limited { trials.one_way(builder, stats) } else { None };
        found = found.or_else(|| trials.few(builder, terms, stats));
        if let Some(found) = found {
            return OfBackbone::Found(found);
        }
        if matches!(answer, SatResult::Unknown(_)) {
            answer = ask(builder, terms, CONDITION_WORK, stats);
        }
        let open = match answer {
            SatResult::Unsat(_) => return OfBackbone::Refuted,
            SatResult::Sat(model) => {
                if let Some(found) = trials.of_model(builder, &model, (terms, &[])) {
                    return OfBackbone::Found(found);
                }
                OfBackbone::Possible
            }
            SatResult::Unknown(_) => OfBackbone::Unknown,
        };
        if !is_limited && quantified.refutes(builder, condition, CONDITION_WORK, stats) {
            return OfBackbone::Refuted;
        }
        open
    }

    /// The condition of a backbone, unfolded.
    fn unfolded(&self, builder: &mut Builder, backbone: &Executed, stats: &mut ReachStats) -> Vec<Term> {
        let start = Instant::now();
        let terms = builder.unfolding(self.unfold).run(&backbone.condition);
        stats.unfold_seconds += start.elapsed().as_secs_f64();
        terms
    }
}

/// What the solver says of conditions with their quantifiers.
#[derive(Debug, Default)]
struct OfQuantified {
    is_asked: bool,
    /// Whether an answer is missing.
    is_unknown: bool,
}

impl OfQuantified {
    /// Whether the solver refutes the condition of a backbone. Without quantifiers its unfolding says as much.
    fn refutes(&mut self, builder: &mut Builder, condition: &[Conjunct], work: u64, stats: &mut ReachStats) -> bool {
        if builder.is_spent() || !builder.beyond.quantifiers || !is_quantified(condition) {
            return false;
        }
        let start = Instant::now();
        let formulas = Quantifying { pool: &mut builder.pool, ranges: &builder.ranges }.all(condition);
        let answer = is_satisfiable(&builder.pool, &formulas, &builder.limits_of(work));
        stats.solver_seconds += start.elapsed().as_secs_f64();
        stats.queries += 1;
        self.is_asked = true;
        self.is_unknown |= answer.is_err();
        answer == Ok(false)
    }

    /// What it says of all backbones together, if it was asked.
    fn answer(&self, are_all_refuted: bool) -> Option<&'static str> {
        self.is_asked.then_some(match (are_all_refuted, self.is_unknown) {
            (true, _) => "unsat",
            (false, true) => "unknown",
            (false, false) => "sat",
        })
    }
}

/// Asks about the terms of a condition.
pub(crate) fn ask(builder: &mut Builder, terms: &[Term], work: u64, stats: &mut ReachStats) -> SatResult {
    if builder.is_spent() {
        return SatResult::Unknown(UnknownReason::Cancelled);
    }
    let start = Instant::now();
    let limits = builder.limits_of(work);
    let answer = builder.solver.check(&mut builder.pool, terms, &limits);
    stats.solver_seconds += start.elapsed().as_secs_f64();
    answer
}

fn describe(builder: &Builder, backbones: &[Executed]) -> ReachCondition {
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
