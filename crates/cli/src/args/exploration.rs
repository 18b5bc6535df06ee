//! Flags that say how methods are explored, for every command that does.

use super::values::{AliasingArg, HeapArg, SearchArg};
use crate::criterion::CriterionArg;
use clap::Args;
use clew_facts::EngineName;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How methods are explored.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct ExplorationArgs {
    /// What tests are made for: `branches`, `statements` or `paths` (`local-paths` and `points:…` are not available in this version).
    #[arg(long, value_name = "WHICH", default_value = "branches")]
    pub criterion: CriterionArg,
    /// A file with models of methods in the block language, which stand in for their code; may be repeated.
    #[arg(long, value_name = "FILE")]
    pub models: Vec<PathBuf>,
    /// A loop of an assumed invariant `repOk()` goes round at most N times, and its calls nest as deep; it bounds the size of inputs.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub rep_ok_k: u32,
    /// A string of the input has at most N characters.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub string_length: u32,
    /// How the objects of the input are made.
    #[arg(long, value_name = "HOW", default_value = "solver")]
    pub heap: HeapArg,
    /// Whether references of the input may name one object.
    #[arg(long, value_name = "WHETHER", default_value = "on")]
    pub aliasing: AliasingArg,
    /// Which state is explored next.
    #[arg(long, value_name = "ORDER", default_value = "coverage")]
    pub search: SearchArg,
    /// Seed of everything random; the same seed gives the same result.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// An engine that is not asked: `abstract-interpretation`, `exploration`, `formula` or `path-condition`; may be repeated.
    #[arg(long, value_name = "NAME", value_parser = engine)]
    pub without_engine: Vec<EngineName>,
}

/// The engine of this name.
fn engine(name: &str) -> Result<EngineName, String> {
    let names = || EngineName::PORTFOLIO.map(EngineName::name).join(", ");
    EngineName::PORTFOLIO
        .into_iter()
        .find(|engine| engine.name() == name)
        .ok_or_else(|| format!("the engines are {}", names()))
}

/// How far executions are followed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct BoundArgs {
    /// A loop's back edge is taken at most N times for each entry of the loop, counting rounds that depend on the input [default: 2, and more where goals need them; no bound where --block-k is given].
    #[arg(long, value_name = "N")]
    pub loop_k: Option<u32>,
    /// A basic block runs at most N times in one call [default: no bound].
    #[arg(long, value_name = "N")]
    pub block_k: Option<u32>,
    /// A method is active at most N times more than once at one time [default: 2].
    #[arg(long, value_name = "N")]
    pub recursion_k: Option<u32>,
}

/// How much work is done.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Budget")]
pub struct BudgetArgs {
    /// Time for each method, with its unit (`500ms`, `20s`, `2m`). A result that this ends is not repeatable, and the report names
    /// the method [default: 20s, or 10m where --max-steps is given].
    #[arg(long, value_name = "DURATION", value_parser = humantime::parse_duration)]
    pub budget: Option<Duration>,
    /// Instructions executed for each method: the repeatable budget [default: 200000].
    ///
    /// Queries may cost a thousand units of the solver's work for each instruction; a million units are about a second.
    #[arg(long, value_name = "N")]
    pub max_steps: Option<u64>,
    /// Memory for each method under exploration, with its unit (`512M`, `2G`), at least 128M. States that would need more are
    /// given up: their goals are undecided (memory) [default: three quarters of the machine's memory, divided by --jobs].
    #[arg(long, value_name = "SIZE", value_parser = crate::memory::parse_size)]
    pub memory: Option<u64>,
    /// Methods explored at one time, each in a process of its own; never changes a result [default: the number of cores].
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}
