//! What is said of assertions, held against the enumeration.

use super::enumerate::Executions;
use clew_facts::{CoverAlgorithm, CoverAsserts, Verdict};
use clew_ir::Program;

/// What is undecided.
///
/// # Errors
/// What is said of an assertion that the executions contradict.
pub(super) fn compare(
    program: &Program,
    asserts: &CoverAsserts,
    executions: &Executions,
    algorithm: CoverAlgorithm,
) -> Result<Vec<String>, String> {
    let mut undecided = Vec::new();
    for goal in &asserts.goals {
        let place = (goal.procedure.clone(), goal.block.clone(), goal.position);
        let name = format!("assertion {} of {}.{}", goal.position, goal.procedure, goal.block);
        let fails = executions.failing.iter().any(|(_, failed)| *failed == place);
        match (&goal.verdict, fails) {
            (Verdict::Reached { .. }, true) | (Verdict::Unreachable(_), false) => {}
            (Verdict::Undecided(reasons), _) => undecided.push(format!("{name}: {reasons:?}")),
            (verdict, _) => {
                return Err(format!("{name} is {}, but executions that violate it: {fails}", verdict.name()));
            }
        }
    }
    if executions.failing.iter().any(|(_, (procedure, block, position))| {
        !asserts.goals.iter().any(|goal| (&goal.procedure, &goal.block, &goal.position) == (procedure, block, position))
    }) {
        return Err("an assertion that fails is not listed".to_owned());
    }
    let mut found: Vec<&Vec<String>> = asserts.violations.iter().map(|test| &test.blocks).collect();
    let paths = executions.failing_labels(program);
    found.sort();
    if algorithm.covers_paths() && asserts.complete && found != paths.iter().collect::<Vec<_>>() {
        return Err(format!("the violations have the paths {found:?}, the executions {paths:?}"));
    }
    match found.iter().find(|path| paths.binary_search(path).is_err()) {
        Some(other) => Err(format!("a violation has the path {other:?}, and no execution has")),
        None => Ok(undecided),
    }
}
