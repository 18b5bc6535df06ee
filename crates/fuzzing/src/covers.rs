//! Covers of random programs of the block language, held against an enumeration of their executions.
//!
//! [`random_program`] writes a program whose inputs range over a few values, so that [`enumerate`] can run every execution
//! within the bounds on the concrete interpreter. [`check`] asks every covering algorithm about it: the infeasible blocks
//! must be the ones that no execution passes, and the tests for paths must be the paths.

mod diamonds;
mod enumerate;
mod generate;
mod random;
mod suite;

pub use diamonds::diamonds;
pub use enumerate::{Executions, enumerate};
pub use generate::{Kind, Sample, random_program};
pub use random::Random;

use clew_base::CancelToken;
use clew_facts::{CoverAlgorithm, CoverCriterion, CoverFacts, CoverOptions, Verdict};
use clew_ir::{Program, parse, verify_program};
use clew_reach::cover;

/// What a check of one program found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Everything agrees; so many paths are feasible, so many blocks infeasible, and so many undecided, over all algorithms.
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
    for algorithm in CoverAlgorithm::ALL {
        let criterion = match algorithm.covers_paths() {
            true => CoverCriterion::Paths,
            false => CoverCriterion::Statements,
        };
        let options =
            CoverOptions { criterion, algorithm, unwind: sample.unwind, suite: true, ..CoverOptions::default() };
        let facts = match cover(&program, &options, &CancelToken::new()) {
            Ok(facts) => facts,
            Err(failure) => return Checked::Wrong(format!("{}: {failure:?}", algorithm.name())),
        };
        match compare(&program, &facts, &executions, algorithm) {
            Ok(counts) => {
                infeasible = counts.0;
                undecided.extend(counts.1);
            }
            Err(line) => return Checked::Wrong(format!("{}: {line}", algorithm.name())),
        }
    }
    Checked::Agrees { paths: executions.paths.len(), infeasible, undecided }
}

/// How many blocks are infeasible, and which are undecided.
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
            (Verdict::Undecided(reasons), _) => undecided.push(format!("{}: {name}: {reasons:?}", algorithm.name())),
            (verdict, _) => return Err(format!("{name} is {}, but executions that pass it: {passed}", verdict.name())),
        }
    }
    if let Some(suite) = &facts.suite {
        suite::compare(program, facts, suite, executions)?;
    }
    if algorithm.covers_paths() && facts.complete {
        let mut found: Vec<&Vec<String>> = facts.tests.iter().map(|test| &test.blocks).collect();
        let expected: Vec<Vec<String>> = executions.labels(program);
        found.sort();
        if found != expected.iter().collect::<Vec<_>>() {
            return Err(format!("the tests have the paths {found:?}, the executions {expected:?}"));
        }
    }
    Ok((infeasible, undecided))
}
