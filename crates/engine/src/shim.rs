//! Stands in for the options of symbolic execution until that crate has them.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Which goals tests are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Criterion {
    /// Every branch edge.
    Branches,
    /// Every statement.
    Statements,
    /// Every path.
    Paths,
}

/// How the heap of the input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeapPolicy {
    /// Lazy initialization.
    Lazy,
}

/// Whether references of the input may name one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aliasing {
    /// They may.
    On,
    /// They may not.
    Off,
}

/// Which state is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Search {
    /// Depth first.
    Dfs,
    /// Breadth first.
    Bfs,
    /// Random.
    Random,
    /// Toward uncovered code.
    Coverage,
}

/// Options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Which goals tests are made for.
    pub criterion: Criterion,
    /// Bound on loops.
    pub loop_k: Option<u32>,
    /// Bound on blocks.
    pub block_k: Option<u32>,
    /// Bound on recursion.
    pub recursion_k: u32,
    /// The heap.
    pub heap: HeapPolicy,
    /// Aliasing.
    pub aliasing: Aliasing,
    /// Search.
    pub search: Search,
    /// Seed.
    pub seed: u64,
    /// Budget in steps.
    pub max_steps: u64,
    /// Budget in time.
    pub time: Option<Duration>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            criterion: Criterion::Branches,
            loop_k: Some(2),
            block_k: None,
            recursion_k: 2,
            heap: HeapPolicy::Lazy,
            aliasing: Aliasing::On,
            search: Search::Dfs,
            seed: 0,
            max_steps: 200_000,
            time: Some(Duration::from_secs(20)),
        }
    }
}

/// Hears how an exploration gets on.
pub trait Observer {
    /// Called every few thousand steps.
    fn progress(&mut self, steps: u64, tests: usize, goals_decided: usize) {
        let _ = (steps, tests, goals_decided);
    }
}

/// Explores a method.
pub fn explore(
    _world: &clew_jvm::World,
    _method: clew_jvm::MethodId,
    _options: &Options,
    _cancel: &clew_base::CancelToken,
    _observer: &mut dyn Observer,
) -> Result<clew_facts::MethodFacts, String> {
    Err("symbolic execution is not there yet".to_owned())
}
