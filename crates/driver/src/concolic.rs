//! A round of concolic execution (`unverified-executions`, section 4), for goals that all engines have left open.
//!
//! It has tests to give and questions to ask, and nothing that it finds is a proof. Whoever makes jobs has the questions answered by a
//! virtual machine and asks for the next round.

use crate::engine::Task;
use clew_facts::{Concolic, Criterion, MethodFacts, Options};
use clew_symex::{ConcolicRound, Observer, concolic};

/// A round may take one in so many parts of the steps, the work and the time that a method may take.
const PART: u32 = 4;

/// Looks for executions behind calls that ran for real. The facts have nothing but tests, and the calls that are to run for real next.
///
/// # Errors
/// Why the method cannot be explored at all.
pub(crate) fn look(task: &Task<'_>, told: &Concolic, observer: &dyn Observer) -> Result<MethodFacts, String> {
    let Task { world, method, options, .. } = *task;
    let options = Options {
        criterion: Criterion::Branches,
        summaries: None,
        max_steps: options.max_steps / u64::from(PART),
        solver_work: options.solver_work / u64::from(PART),
        ..options.clone()
    };
    let cancel = task.part_of_time(PART);
    let round = concolic(world, method, &options, told, &cancel, observer.memory_gauge());
    let ConcolicRound { key, tests, asked, clock_bound } = round.map_err(|error| error.to_string())?;
    Ok(MethodFacts { tests, asked, clock_bound, ..MethodFacts::unexplored(key) })
}
