//! Covers of random programs of the block language, held against an enumeration of their executions.
//!
//! [`random_program`] writes a program whose inputs range over a few values, so that [`enumerate`] can run every execution
//! within the bounds on the concrete interpreter. [`check`] asks every covering algorithm about it: the infeasible blocks
//! must be the ones that no execution passes, and the tests for paths must be the paths.

mod asserts;
mod diamonds;
mod enumerate;
mod generate;
mod random;
mod suite;

pub use diamonds::{Family, diamonds};
pub use enumerate::{Executions, enumerate};
pub use generate::{Kind, Sample, random_program};
pub use random::Random;

use clew_base::CancelToken;
use clew_facts::{CoverAlgorithm, CoverCalls, CoverCriterion, CoverFacts, CoverOptions, Verdict};
use clew_ir::{Program, parse, verify_program};
use clew_reach::cover;

/// What a check of one program found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Everything agrees. The counts are sums over all algorithms.
    Agrees {
        /// Feasible paths.
        paths: usize,
        /// Blocks that no complete execution passes.
        infeasible: usize,
        /// Verdicts that were left open, each with the algorithm and the reason.
        undecided: Vec<String>,
    },
    /// The program has too many executions to run all of them.
    TooMany,
    /// Something is wrong; the message says what.
    Wrong(String),
}

/// Compares every algorithm with the enumeration.
pub fn check(sample: &Sample) -> Checked {
    let program = match parse("random.clew", &sample.text) {
        Ok(program) => program,
        Err(faults) => return Checked::Wrong(format!("the program is malformed: {}", faults[0])),
    };
    if let Err(faults) = verify_program(&program) {
        return Checked::Wrong(format!("the program is malformed: {}", faults[0]));
    }
    let Some(executions) = enumerate(&program, sample.unwind, &sample.domain) else { return Checked::TooMany };
    let (mut infeasible, mut undecided) = (0, Vec::new());
    for (algorithm, calls) in settings(&program) {
        let options = options(algorithm, calls, sample.unwind);
        let setting = format!("{}, {}", algorithm.name(), calls.name());
        let facts = match cover(&program, &options, &CancelToken::new()) {
            Ok(facts) => facts,
            Err(failure) => return Checked::Wrong(format!("{setting}: {failure:?}")),
        };
        match compare(&program, &facts, &executions, algorithm) {
            Ok((dead, open)) => {
                infeasible = dead;
                undecided.extend(open.into_iter().map(|line| format!("{setting}: {line}")));
            }
            Err(line) => return Checked::Wrong(format!("{setting}: {line}")),
        }
    }
    Checked::Agrees { paths: executions.paths.len(), infeasible, undecided }
}

/// Every algorithm, and where something is called with summaries as well.
fn settings(program: &Program) -> Vec<(CoverAlgorithm, CoverCalls)> {
    let ways: &[CoverCalls] = match program.procedures.len() {
        1 => &[CoverCalls::Inline],
        _ => &[CoverCalls::Inline, CoverCalls::Summaries],
    };
    CoverAlgorithm::ALL.into_iter().flat_map(|algorithm| ways.iter().map(move |calls| (algorithm, *calls))).collect()
}

fn options(algorithm: CoverAlgorithm, calls: CoverCalls, unwind: u32) -> CoverOptions {
    let criterion = match algorithm.covers_paths() {
        true => CoverCriterion::Paths,
        false => CoverCriterion::Statements,
    };
    let suite = calls == CoverCalls::Inline || !algorithm.covers_paths();
    CoverOptions { criterion, algorithm, calls, unwind, suite, asserts: true, ..CoverOptions::default() }
}

/// How many blocks are infeasible, and what is undecided.
///
/// # Errors
/// What a cover says that the executions contradict.
fn compare(
    program: &Program,
    facts: &CoverFacts,
    executions: &Executions,
    algorithm: CoverAlgorithm,
) -> Result<(usize, Vec<String>), String> {
    let (mut infeasible, mut undecided) = (0, Vec::new());
    for goal in &facts.goals {
        let name = format!("{}.{}", goal.procedure, goal.block);
        let passed = executions.passed.contains(&(goal.procedure.clone(), goal.block.clone()));
        match (&goal.verdict, passed) {
            (Verdict::Reached { .. }, true) => {}
            (Verdict::Unreachable(_), false) => infeasible += 1,
            (Verdict::Undecided(reasons), _) => undecided.push(format!("{name}: {reasons:?}")),
            (verdict, _) => return Err(format!("{name} is {}, but executions that pass it: {passed}", verdict.name())),
        }
    }
    if let Some(suite) = &facts.suite {
        suite::compare(program, facts, suite, executions)?;
    }
    if let Some(asserts) = &facts.asserts {
        undecided.extend(asserts::compare(program, asserts, executions, algorithm)?);
    }
    let mut found: Vec<&Vec<String>> = facts.tests.iter().map(|test| &test.blocks).collect();
    let paths: Vec<Vec<String>> = executions.labels(program);
    found.sort();
    if algorithm.covers_paths() && facts.complete && found != paths.iter().collect::<Vec<_>>() {
        return Err(format!("the tests have the paths {found:?}, the executions {paths:?}"));
    }
    if let Some(other) = found.iter().find(|path| paths.binary_search(path).is_err()) {
        return Err(format!("a test has the path {other:?}, and no execution has"));
    }
    // A suite looks for tests that do several things at once, also where a path has a test already.
    if algorithm.covers_paths() && facts.suite.is_none() && found.windows(2).any(|two| two[0] == two[1]) {
        return Err(format!("a path has several tests: {found:?}"));
    }
    Ok((infeasible, undecided))
}
