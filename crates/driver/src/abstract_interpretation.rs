//! Abstract interpretation of the method, before any path of it is explored.
//!
//! What it proves without an assumption the exploration does not look for. What it proves under one stands where the
//! exploration finds no execution.

use crate::engine::{Answer, Engine, Task};
use crate::known::Known;
use clew_absint::{ClassInvariants, Granted, KnownInvariants, Summaries, excluded, excluded_by_trust};
use clew_facts::{Assumption, Assurance, EngineName};
use clew_ir::Spot;
use clew_jvm::{MethodId, World};
use clew_symex::{Observer, assumption_of, goal_spots};
use std::collections::BTreeSet;

/// What `clew verify --sound` proves, and what contracts of the JDK and invariants of classes add to that. It looks at the code and asks no solver.
pub(crate) struct AbstractInterpretation;

impl Engine for AbstractInterpretation {
    fn name(&self) -> EngineName {
        EngineName::AbstractInterpretation
    }

    fn answer(&self, task: &Task<'_>, _known: &Known, _observer: &mut dyn Observer) -> Result<Answer, String> {
        let mut answer = Answer::default();
        if task.cancel.is_cancelled() || task.options.says_what_calls_do() {
            return Ok(answer);
        }
        let ledger = || Assurance::issued_by(EngineName::AbstractInterpretation);
        let invariants = ClassInvariants::new(task.world);
        let certain = certain(invariants.summaries(), task.method);
        for (goal, assumptions) in ruled_out_by_trust(task, &invariants, &certain) {
            answer.rule_out(ledger(), [goal], &assumptions);
        }
        answer.rule_out(ledger(), certain, &[]);
        Ok(answer)
    }
}

/// Further goals that no execution reaches, with what that rests on: contracts of the JDK, and invariants of classes if
/// the user allows them. The exploration looks for executions to them all the same.
fn ruled_out_by_trust(
    task: &Task<'_>,
    invariants: &ClassInvariants<'_>,
    certain: &[usize],
) -> Vec<(usize, Vec<Assumption>)> {
    let Ok(code) = task.world.code(task.method) else { return Vec::new() };
    let goals = goal_spots(&code);
    let left: Vec<(usize, &[Spot])> = goals
        .iter()
        .enumerate()
        .filter(|(goal, _)| !certain.contains(goal))
        .map(|(goal, (_, spots))| (goal, &spots[..]))
        .collect();
    let spots: Vec<&[Spot]> = left.iter().map(|(_, spots)| *spots).collect();
    let granted = Granted {
        invariants: task.options.class_invariants.then_some(invariants as &dyn KnownInvariants),
        generic_types: task.options.generic_types,
        initialized: !task.world.method(task.method).is_class_initializer(),
    };
    let Ok(found) = excluded_by_trust(invariants.summaries(), granted, task.method, &spots) else { return Vec::new() };
    let named = |trusted| assumption_of(task.world, &trusted);
    let found = left.iter().zip(found);
    found.filter_map(|((goal, _), trusted)| Some((*goal, trusted?.into_iter().map(named).collect()))).collect()
}

/// The goals of a method, by their positions, that no execution reaches as far as its code and that of its calls tells.
pub fn ruled_out(world: &World, method: MethodId) -> Vec<usize> {
    certain(&Summaries::new(world), method)
}

fn certain(summaries: &Summaries<'_>, method: MethodId) -> Vec<usize> {
    let Ok(code) = summaries.world().code(method) else { return Vec::new() };
    let goals = goal_spots(&code);
    let spots: Vec<Spot> = goals.iter().flat_map(|(_, spots)| spots).copied().collect();
    let Ok(excluded) = excluded(summaries, method, &spots) else { return Vec::new() };
    let excluded: BTreeSet<Spot> =
        spots.into_iter().zip(excluded).filter(|(_, is)| *is).map(|(spot, _)| spot).collect();
    let is_ruled_out = |spots: &[Spot]| !spots.is_empty() && spots.iter().all(|spot| excluded.contains(spot));
    goals.iter().enumerate().filter(|(_, (_, spots))| is_ruled_out(spots)).map(|(goal, _)| goal).collect()
}
