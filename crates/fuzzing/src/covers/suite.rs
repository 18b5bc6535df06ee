//! What is said of small sets of tests, held against the enumeration.

use super::enumerate::Executions;
use clew_facts::{CoverFacts, CoverSuite, Verdict};
use clew_ir::Program;
use std::collections::BTreeSet;

/// Whether the tests of a suite cover what all do, and no execution passes two of the blocks that the proof of their number
/// names.
///
/// # Errors
/// What is wrong.
pub(super) fn compare(
    program: &Program,
    facts: &CoverFacts,
    suite: &CoverSuite,
    executions: &Executions,
) -> Result<(), String> {
    let entry = "main";
    let label = |procedure: &str, block: &str| match procedure == entry {
        true => block.to_owned(),
        false => format!("{procedure}.{block}"),
    };
    let chosen = suite.tests.iter().flat_map(|test| &facts.tests[*test].blocks);
    let passed: BTreeSet<&String> = chosen.collect();
    for goal in &facts.goals {
        let name = label(&goal.procedure, &goal.block);
        if matches!(goal.verdict, Verdict::Reached { .. }) && !passed.contains(&name) {
            return Err(format!("no test of the suite {:?} covers {name}", suite.tests));
        }
    }
    let apart: BTreeSet<String> = suite.apart.iter().map(|(procedure, block)| label(procedure, block)).collect();
    if apart.len() != suite.apart.len() || suite.tests.len() < apart.len() {
        return Err(format!("{} tests, which can't be if {apart:?} need one each", suite.tests.len()));
    }
    for path in executions.labels(program) {
        let together: BTreeSet<&String> = path.iter().filter(|block| apart.contains(*block)).collect();
        if together.len() > 1 {
            return Err(format!("an execution passes {together:?}, which are said to be apart"));
        }
    }
    Ok(())
}
