//! From a program to its cover.

use crate::algorithms::{self, Paths};
use crate::asserts::violations;
use crate::formula::Formula;
use crate::goals::{self, Goal};
use crate::scope::Scope;
use crate::search::{Cost, Internal, Search, Status};
use crate::suite::{Others, small_suite};
use crate::summaries::{self, Known};
use crate::unwind::{Ends, MAX_NODES, TooLarge, Unwinding};
use clew_base::{CancelToken, FastMap, OrderedMap};
use clew_facts::{
    Assumption, Assurance, BlockVerdict, CoverCalls, CoverFacts, CoverOptions, CoverStats, CoverSuite, CoverTest,
    CutReason, EngineName, Proof, SummaryFacts, Verdict,
};
use clew_ir::{BlockId, ProcedureId, Program, irreducible_loop};
use clew_smt::QueryLimits;
use clew_term::TermPool;
use std::time::Instant;

/// Why there is no cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program or the options are at fault; a line that says why.
    Input(String),
    /// This program is at fault; a line that says where.
    Internal(String),
}

impl From<Internal> for Failure {
    fn from(internal: Internal) -> Failure {
        Failure::Internal(internal.0)
    }
}

/// Looks for tests of a verified program of the block language, and proofs for the blocks that have none.
///
/// # Errors
/// The program has no such procedure, a loop is entered at several blocks, or a model was refuted by its execution.
pub fn cover(program: &Program, options: &CoverOptions, cancel: &CancelToken) -> Result<CoverFacts, Failure> {
    let started = Instant::now();
    let cancel = match options.time.and_then(|time| started.checked_add(time)) {
        Some(deadline) => cancel.with_deadline(deadline),
        None => cancel.clone(),
    };
    let Some((entry, _)) = program.procedure(&options.procedure) else {
        return Err(Failure::Input(format!("there is no procedure `{}`", options.procedure)));
    };
    if let Some(found) = irreducible_loop(program, entry) {
        return Err(Failure::Input(format!("a loop is not entered at `{}` only", found.label)));
    }
    let limits = QueryLimits { work: Some(options.query_work), cancel, ..QueryLimits::default() };
    let task = Task { program, scope: &Scope::of(program, entry), options, limits };
    let has_calls = task.scope.procedures().count() > 1 || task.scope.is_recursive();
    let mut facts = match options.calls {
        CoverCalls::Summaries if has_calls => summarized(&task)?,
        CoverCalls::Summaries | CoverCalls::Inline => inlined(&task, None)?,
    };
    if options.asserts {
        facts.asserts = Some(violations(&task)?);
    }
    facts.stats.seconds = started.elapsed().as_secs_f64();
    Ok(facts)
}

/// What a cover is made of, and how.
pub(crate) struct Task<'a> {
    pub program: &'a Program,
    pub scope: &'a Scope,
    pub options: &'a CoverOptions,
    pub limits: QueryLimits,
}

impl Task<'_> {
    /// The formula of the program with its calls inlined.
    pub(crate) fn formula(&self, ends: Ends, pool: &mut TermPool) -> Result<Formula, TooLarge> {
        let how = Unwinding { bound: self.options.unwind, summaries: None, ends };
        Formula::of(self.program, self.scope, &how, OrderedMap::default(), pool)
    }
}

/// A cover from summaries of what is called; what they leave open is asked with the calls inlined.
fn summarized(task: &Task<'_>) -> Result<CoverFacts, Failure> {
    let known = summaries::known(task.program, task.scope, task.options, &task.limits)?;
    let passed = passed(&known.tests);
    let all = goals::all(task.program, task.scope, Ends::Finished);
    let summaries: Vec<SummaryFacts> = known
        .summaries
        .sizes()
        .map(|(procedure, pairs, demanded)| SummaryFacts {
            procedure: task.program.procedures[procedure].name.to_string(),
            pairs: pairs as u64,
            demanded: demanded as u64,
        })
        .collect();
    let is_done = all.iter().all(|goal| passed.contains_key(&goal.block()));
    let mut facts = match is_done && !task.options.suite {
        true => alone(task, known, &[]),
        false => inlined(task, Some(known))?,
    };
    facts.summaries = summaries;
    Ok(facts)
}

/// The blocks that tests pass, each with the first that does.
fn passed(tests: &[(CoverTest, crate::summary::Pair)]) -> FastMap<(ProcedureId, BlockId), usize> {
    let mut passed = FastMap::default();
    for (number, (_, pair)) in tests.iter().enumerate() {
        for visit in &pair.visits {
            passed.entry((visit.procedure, visit.block)).or_insert(number);
        }
    }
    passed
}

/// The facts that known tests are; what they leave open stays so for these reasons.
fn alone(task: &Task<'_>, known: Known, reasons: &[CutReason]) -> CoverFacts {
    let passed = passed(&known.tests);
    let verdict = |goal: Goal| match passed.get(&goal.block()) {
        Some(test) => Verdict::Reached { test: *test },
        None => Verdict::Undecided(std::iter::once(CutReason::Summary).chain(reasons.iter().cloned()).collect()),
    };
    let goals = goals::all(task.program, task.scope, Ends::Finished);
    let goals = goals.into_iter().map(|goal| named(task.program, goal, verdict(goal))).collect();
    let stats = stats(known.cost, 0);
    CoverFacts { tests: known.tests.into_iter().map(|(test, _)| test).collect(), goals, stats, ..CoverFacts::default() }
}

/// A cover with all calls inlined, which begins with the tests that are known already.
fn inlined(task: &Task<'_>, known: Option<Known>) -> Result<CoverFacts, Failure> {
    let options = task.options;
    let mut pool = TermPool::new();
    let formula = match task.formula(Ends::Finished, &mut pool) {
        Ok(formula) => formula,
        Err(TooLarge) => return Ok(too_large(task, known)),
    };
    let mut search = Search::new(task.program, task.scope, &formula, pool, task.limits.clone());
    let is_begun = known.is_some();
    let (tests, spent) = known.map_or_else(Default::default, |known| (known.tests, known.cost));
    for (test, pair) in tests {
        search.take_over(test, &pair.visits)?;
    }
    let paths = match formula.dominators.nodes.is_empty() {
        true => Paths::All,
        // All paths at once would be what summaries were to spare.
        false if is_begun && options.algorithm.covers_paths() => {
            search.settle()?;
            Paths::Some
        }
        false => algorithms::run(options.algorithm, &mut search)?,
    };
    let others = match paths {
        Paths::All => Others::None,
        Paths::Some if options.algorithm.covers_paths() && !is_begun => Others::Unknown,
        Paths::Some => Others::Some,
    };
    let suite = if options.suite { Some(small_suite(&mut search, others)?) } else { None };
    let assurance = bounds(task.scope, options.unwind);
    let verdict = |goal: Goal, status: &Status| match (verdict(task.scope, goal, status, &assurance), is_begun) {
        (Verdict::Undecided(reasons), true) => {
            Verdict::Undecided(std::iter::once(CutReason::Summary).chain(reasons).collect())
        }
        (verdict, _) => verdict,
    };
    let suite = suite.map(|suite| {
        let names: Vec<Goal> = formula.goals.iter().collect();
        let apart = suite.apart.iter().map(|goal| name(task.program, names[*goal])).collect();
        CoverSuite { tests: suite.tests, apart }
    });
    let goals = formula.goals.iter().zip(&search.status);
    let goals = goals.map(|(goal, status)| named(task.program, goal, verdict(goal, status))).collect();
    let stats = stats(spent + search.cost(), formula.unwound.order.len() as u64);
    Ok(CoverFacts { tests: search.tests, goals, complete: paths == Paths::All, suite, stats, ..CoverFacts::default() })
}

fn stats(cost: Cost, nodes: u64) -> CoverStats {
    let solver_seconds = cost.time.as_secs_f64();
    CoverStats { queries: cost.questions, checks: cost.checks, solver_seconds, nodes, ..CoverStats::default() }
}

/// What the unwound program leaves out of the given one.
pub(crate) fn bounds(scope: &Scope, unwind: u32) -> Assurance {
    let mut assurance = Assurance::issued_by(EngineName::Cover);
    if scope.has_loops() {
        assurance.cut(CutReason::Bound(Assumption::Loop(unwind)));
    }
    if scope.is_recursive() {
        assurance.cut(CutReason::Bound(Assumption::Recursion(unwind)));
    }
    assurance
}

/// What the state of a search says of a point.
pub(crate) fn verdict(scope: &Scope, goal: Goal, status: &Status, assurance: &Assurance) -> Verdict {
    match status {
        Status::Covered(test) => Verdict::Reached { test: *test },
        Status::Unknown(reason) => Verdict::Undecided(vec![reason.clone()]),
        Status::Open => Verdict::Undecided(vec![CutReason::Budget("interrupted".to_owned())]),
        Status::Infeasible => {
            let (procedure, block) = goal.block();
            let ledger = match scope.is_connected(procedure, block) {
                true => assurance.clone(),
                false => Assurance::issued_by(EngineName::Cover),
            };
            match Proof::of(ledger) {
                Ok(proof) => Verdict::Unreachable(proof),
                Err(dropped) => Verdict::Undecided(dropped.0),
            }
        }
    }
}

fn named(program: &Program, goal: Goal, verdict: Verdict) -> BlockVerdict {
    let (procedure, block) = name(program, goal);
    BlockVerdict { procedure, block, verdict }
}

/// The names of a point's procedure and of its block.
pub(crate) fn name(program: &Program, goal: Goal) -> (String, String) {
    let (procedure, block) = goal.block();
    let procedure = &program.procedures[procedure];
    (procedure.name.to_string(), procedure.body.blocks[block].label.to_string())
}

/// Why a program whose unwound form is too large is not worked on.
pub(crate) fn is_too_large() -> CutReason {
    CutReason::Budget(format!("the unwound program has more than {MAX_NODES} blocks; unwind it less"))
}

/// The facts about such a program: what is known without it.
fn too_large(task: &Task<'_>, known: Option<Known>) -> CoverFacts {
    if let Some(known) = known {
        return alone(task, known, &[is_too_large()]);
    }
    let goals = goals::all(task.program, task.scope, Ends::Finished).into_iter();
    let goals = goals.map(|goal| named(task.program, goal, Verdict::Undecided(vec![is_too_large()])));
    CoverFacts { goals: goals.collect(), ..CoverFacts::default() }
}
