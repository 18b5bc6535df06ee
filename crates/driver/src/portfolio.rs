//! Which engine is asked when.

use crate::abstract_interpretation::AbstractInterpretation;
use crate::attack::attack_proofs;
use crate::callers;
use crate::concolic;
use crate::engine::{Engine, Task};
use crate::exploration::Exploration;
use crate::formula::Formula;
use crate::known::Known;
use crate::path_condition::PathCondition;
use crate::reach;
use clew_facts::{EngineName, MethodFacts};
use clew_symex::Observer;

/// The engines in the order in which they are asked.
const PORTFOLIO: [&dyn Engine; 4] = [
    // All goals. It is the cheapest, and what it rules out the exploration need not look for.
    &AbstractInterpretation,
    // All goals. Its verdicts are where everything else begins.
    &Exploration,
    // The goals without a test and without a proof that rests on nothing, then those without any proof.
    &Formula,
    // The goals that a budget or a bound on loops left open. It costs most for each goal.
    &PathCondition,
];

/// Decides the goals of a method.
///
/// # Errors
/// Why nothing can be said of the method at all; whatever goes wrong later is a verdict.
pub fn decide(task: &Task<'_>, observer: &mut dyn Observer) -> Result<MethodFacts, String> {
    if let Some(told) = &task.options.concolic {
        return concolic::look(task, told, observer);
    }
    let mut facts = match &task.options.reach {
        Some(reach) => reach::facts(task, reach, observer)?,
        None => ask(&PORTFOLIO, task, observer)?,
    };
    callers::reckon_with(task.world, task.method, &mut facts);
    if task.options.attacks && task.options.reach.is_none() {
        attack_proofs(task, &mut facts, observer);
    }
    Ok(facts)
}

/// Asks one engine after the other. Each knows what those before it found; `Known` says how answers are merged.
pub(crate) fn ask(
    engines: &[&dyn Engine],
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Result<MethodFacts, String> {
    let mut known = Known::default();
    for engine in engines {
        // The exploration tells the goals, whether or not it follows executions.
        let is_asked = engine.name() == EngineName::Exploration;
        if is_asked || !task.options.without_engines.contains(&engine.name()) {
            known.learn(engine.answer(task, &known, observer)?);
        }
    }
    known.into_facts().ok_or_else(|| "no engine told the goals of the method".to_owned())
}
