//! Symbolic execution of the method.

use crate::engine::{Answer, Engine, Task};
use crate::known::Known;
use clew_facts::{EngineName, InputsByCalls, Options};
use clew_symex::{Observer, explore_rest};

/// Symbolic execution. It tells the goals of the method, so it is asked even where the user wants no exploration, and
/// then follows no execution.
pub(crate) struct Exploration;

impl Engine for Exploration {
    fn name(&self) -> EngineName {
        EngineName::Exploration
    }

    fn answer(&self, task: &Task<'_>, known: &Known, observer: &mut dyn Observer) -> Result<Answer, String> {
        let outline;
        let options = match task.options.without_engines.contains(&self.name()) {
            true => {
                outline = goals_only(task.options);
                &outline
            }
            false => task.options,
        };
        let facts = explore_rest(task.world, task.method, options, &known.ruled_out(), task.cancel, observer);
        Ok(Answer { explored: Some(facts.map_err(|error| error.to_string())?), ..Answer::default() })
    }
}

/// Options with which nothing is executed.
fn goals_only(options: &Options) -> Options {
    Options { max_steps: 0, rerun_steps: 0, summaries: None, inputs_by_calls: InputsByCalls::Off, ..options.clone() }
}
