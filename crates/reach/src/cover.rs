//! From a program to its cover.

use crate::algorithms::{self, Paths};
use crate::condition::Condition;
use crate::goals::Goals;
use crate::passive::Passive;
use crate::scope::Scope;
use crate::search::{Internal, Search, Status, Subject};
use crate::shape::Shape;
use crate::suite::{Others, small_suite};
use crate::unwind::{MAX_NODES, TooLarge, Unwound};
use clew_base::CancelToken;
use clew_facts::{
    Assumption, Assurance, BlockVerdict, CoverFacts, CoverOptions, CoverStats, CoverSuite, CutReason, Proof, Verdict,
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
    let scope = Scope::of(program, entry);
    let mut facts = match Unwound::of(program, &scope, options.unwind) {
        Ok(unwound) => of_unwound(program, &scope, &unwound, options, &cancel)?,
        Err(TooLarge) => too_large(program, &scope),
    };
    facts.stats.seconds = started.elapsed().as_secs_f64();
    Ok(facts)
}

fn of_unwound(
    program: &Program,
    scope: &Scope,
    unwound: &Unwound,
    options: &CoverOptions,
    cancel: &CancelToken,
) -> Result<CoverFacts, Failure> {
    let mut pool = TermPool::new();
    let passive = Passive::of(program, scope, unwound, &mut pool);
    let shape = Shape::of(unwound, &passive);
    let goals = Goals::of(program, scope, unwound, &shape);
    let condition = Condition::of(&passive, &shape, &mut pool);
    let subject =
        Subject { program, scope, unwound, passive: &passive, shape: &shape, condition: &condition, goals: &goals };
    let limits = QueryLimits { work: Some(options.query_work), cancel: cancel.clone(), ..QueryLimits::default() };
    let mut search = Search::new(&subject, pool, limits);
    let paths = match shape.nodes.is_empty() {
        true => Paths::All,
        false => algorithms::run(options.algorithm, &mut search)?,
    };
    let others = match paths {
        _ if !options.algorithm.covers_paths() => Others::Some,
        Paths::All => Others::None,
        Paths::Some => Others::Unknown,
    };
    let suite = if options.suite { Some(small_suite(&mut search, others)?) } else { None };
    let (queries, checks, solver_time) = search.cost();
    let assurance = bounds(scope, options.unwind);
    let verdict = |(procedure, block), status: &Status| verdict(scope, procedure, block, status, &assurance);
    let suite = suite.map(|suite| {
        let names: Vec<(ProcedureId, BlockId)> = goals.iter().collect();
        let apart = suite.apart.iter().map(|goal| name(program, names[*goal])).collect();
        CoverSuite { tests: suite.tests, apart }
    });
    let goals = goals.iter().zip(&search.status);
    let goals = goals.map(|(goal, status)| named(program, goal, verdict(goal, status))).collect();
    let stats = CoverStats {
        queries,
        checks,
        solver_seconds: solver_time.as_secs_f64(),
        nodes: unwound.order.len() as u64,
        ..CoverStats::default()
    };
    Ok(CoverFacts { tests: search.tests, goals, complete: paths == Paths::All, suite, stats })
}

/// What the unwound program leaves out of the given one.
fn bounds(scope: &Scope, unwind: u32) -> Assurance {
    let mut assurance = Assurance::new();
    if scope.has_loops() {
        assurance.cut(CutReason::Bound(Assumption::Loop(unwind)));
    }
    if scope.is_recursive() {
        assurance.cut(CutReason::Bound(Assumption::Recursion(unwind)));
    }
    assurance
}

fn verdict(scope: &Scope, procedure: ProcedureId, block: BlockId, status: &Status, assurance: &Assurance) -> Verdict {
    let unconditional = Assurance::new();
    match status {
        Status::Covered(test) => Verdict::Reached { test: *test },
        Status::Unknown(reason) => Verdict::Undecided(vec![reason.clone()]),
        Status::Open => Verdict::Undecided(vec![CutReason::Budget("interrupted".to_owned())]),
        Status::Infeasible => {
            let ledger = if scope.is_connected(procedure, block) { assurance } else { &unconditional };
            match Proof::of(ledger) {
                Ok(proof) => Verdict::Unreachable(proof),
                Err(dropped) => Verdict::Undecided(dropped.0),
            }
        }
    }
}

fn named(program: &Program, goal: (ProcedureId, BlockId), verdict: Verdict) -> BlockVerdict {
    let (procedure, block) = name(program, goal);
    BlockVerdict { procedure, block, verdict }
}

/// The names of a block's procedure and of the block.
fn name(program: &Program, (procedure, block): (ProcedureId, BlockId)) -> (String, String) {
    let procedure = &program.procedures[procedure];
    (procedure.name.to_string(), procedure.body.blocks[block].label.to_string())
}

/// The facts about a program whose unwound form is too large to be worked on.
fn too_large(program: &Program, scope: &Scope) -> CoverFacts {
    let reason = CutReason::Budget(format!("the unwound program has more than {MAX_NODES} blocks; unwind it less"));
    let blocks =
        scope.procedures().flat_map(|id| program.procedures[id].body.blocks.ids().map(move |block| (id, block)));
    let goals = blocks.map(|goal| named(program, goal, Verdict::Undecided(vec![reason.clone()]))).collect();
    CoverFacts { tests: Vec::new(), goals, complete: false, suite: None, stats: CoverStats::default() }
}
