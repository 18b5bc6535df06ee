//! Looks backwards for ways to blocks of a linear program, and for the inputs of executions on them.

use crate::goals::GoalIndex;
use crate::linear::backward::{Beam, Keep, Sample};
use crate::search::{Internal, Search, Status};
use clew_base::FastSet;
use clew_term::{Assignment, Value};
use fastrand::Rng;

/// Paths to one block for which inputs are searched.
const WAYS: usize = 6;
/// What a question for values may cost, in the solver's units.
const WORK: u64 = 200_000;

/// What is known of executions, which tells the way.
pub(super) struct Guide {
    samples: Vec<Sample>,
}

impl Guide {
    /// What the executions on these inputs tell.
    pub(super) fn of(inputs: &[Assignment], search: &mut Search<'_>) -> Result<Guide, Internal> {
        let mut guide = Guide { samples: Vec::new() };
        if search.linear.is_exact {
            inputs.iter().try_for_each(|inputs| guide.add(inputs, search))?;
        }
        Ok(guide)
    }

    fn add(&mut self, inputs: &Assignment, search: &mut Search<'_>) -> Result<(), Internal> {
        let Some(path) = search.run(inputs, &FastSet::default())? else { return Ok(()) };
        let number = |symbol| match inputs.get(symbol) {
            Some(Value::Int(number)) => i128::try_from(number).map_or(f64::MAX, |number| number as f64),
            _ => 0.0,
        };
        let numbers: Vec<f64> = search.linear.free.iter().map(|(symbol, _)| number(*symbol)).collect();
        let places = path.iter().map(|(place, _)| *place).collect();
        self.samples.push(Sample::of(&numbers, places, search.linear, search.dominators));
        Ok(())
    }

    /// Looks for an execution that passes a block. The number of paths kept for each place is limited.
    pub(super) fn seek(
        &mut self,
        search: &mut Search<'_>,
        goal: GoalIndex,
        width: usize,
        keep: Keep,
        random: &mut Rng,
    ) -> Result<(), Internal> {
        let (linear, dominators) = (search.linear, search.dominators);
        if !linear.is_exact {
            return Ok(());
        }
        for clone in search.goals.clones(goal) {
            let beam = Beam { linear, dominators, samples: &self.samples, keep, width };
            let ways = beam.ways(*clone, random, &|| !search.is_cancelled());
            let apart = ways.len().div_ceil(WAYS).max(1);
            for way in ways.into_iter().step_by(apart) {
                if let Some(inputs) = search.try_way(&way, WORK)? {
                    self.add(&inputs, search)?;
                }
                if search.status[goal] != Status::Open {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
