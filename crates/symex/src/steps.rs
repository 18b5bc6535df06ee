//! The steps that executions take, and their limits.

/// How many times the steps of a limit the initialization of classes may take. Most of its code runs without a decision, and what it
/// computes is the same for all methods of a program.
const SHARE_OF_INITIALIZERS: u64 = 40;

/// Tells how many bytes are in use.
pub type MemoryGauge = fn() -> u64;

/// A number of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// All of them.
    pub all: u64,
    /// Those that initialize classes.
    pub of_initializers: u64,
}

impl Steps {
    /// Counts one more.
    pub(crate) fn count(&mut self, initializes: bool) {
        self.all += 1;
        self.of_initializers += u64::from(initializes);
    }

    /// Whether those after `before` reach a limit, which is on the steps of methods.
    pub(crate) fn reach(self, before: Steps, limit: u64) -> bool {
        let of_initializers = self.of_initializers - before.of_initializers;
        let of_methods = self.all - before.all - of_initializers;
        of_methods >= limit || of_initializers >= limit_of_initializers(limit)
    }
}

/// How many steps the initialization of classes may take where methods may take so many.
pub(crate) fn limit_of_initializers(limit: u64) -> u64 {
    limit.saturating_mul(SHARE_OF_INITIALIZERS)
}

/// What a search has taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Instructions.
    pub steps: u64,
    /// Work of the solver, as its meter has it.
    pub work: u64,
}
