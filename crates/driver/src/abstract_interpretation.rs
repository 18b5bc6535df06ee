//! Abstract interpretation of the method, before any path of it is explored.

use crate::engine::{Answer, Engine, Task};
use crate::known::Known;
use clew_absint::{Summaries, excluded};
use clew_facts::{Assurance, EngineName};
use clew_ir::Spot;
use clew_jvm::{MethodId, World};
use clew_symex::{Observer, goal_spots};
use std::collections::BTreeSet;

/// What `clew verify --sound` proves. It looks at the code and asks no solver.
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
        answer.rule_out(
            Assurance::issued_by(EngineName::AbstractInterpretation),
            ruled_out(task.world, task.method),
            &[],
        );
        Ok(answer)
    }
}

/// The goals of a method, by their positions, that no execution reaches as far as its code and that of its calls tells.
pub fn ruled_out(world: &World, method: MethodId) -> Vec<usize> {
    let Ok(code) = world.code(method) else { return Vec::new() };
    let goals = goal_spots(&code);
    let spots: Vec<Spot> = goals.iter().flat_map(|(_, spots)| spots).copied().collect();
    let Ok(excluded) = excluded(&Summaries::new(world), method, &spots) else { return Vec::new() };
    let excluded: BTreeSet<Spot> =
        spots.into_iter().zip(excluded).filter(|(_, is)| *is).map(|(spot, _)| spot).collect();
    let is_ruled_out = |spots: &[Spot]| !spots.is_empty() && spots.iter().all(|spot| excluded.contains(spot));
    goals.iter().enumerate().filter(|(_, (_, spots))| is_ruled_out(spots)).map(|(goal, _)| goal).collect()
}
