//! The options of an exploration as the flags give them.

use crate::args::{AliasingArg, GenerateArgs, HeapArg, SearchArg};
use crate::criterion::CriterionArg;
use clew_engine::{Aliasing, Criterion, HeapPolicy, Options, Search};

/// The options that the flags ask for.
///
/// # Errors
/// A line that names a flag this version has no answer to yet.
pub fn from_flags(args: &GenerateArgs) -> Result<Options, String> {
    let exploration = &args.exploration;
    if !args.input_call.is_empty() {
        return Err(unavailable("--input-call", "leave it out"));
    }
    if !args.assume.is_empty() {
        return Err(unavailable("--assume", "leave it out"));
    }
    let heap = match exploration.heap {
        HeapArg::Lazy => HeapPolicy::Lazy,
        HeapArg::Solver => return Err(unavailable("--heap solver", "use --heap lazy")),
    };
    let defaults = Options::default();
    Ok(Options {
        criterion: criterion(&exploration.criterion)?,
        // A bound on blocks is meant instead of the default one on loops.
        loop_k: match (exploration.loop_k, exploration.block_k) {
            (None, Some(_)) => None,
            (None, None) => defaults.loop_k,
            (given, _) => given,
        },
        block_k: exploration.block_k,
        recursion_k: exploration.recursion_k.unwrap_or(defaults.recursion_k),
        heap,
        aliasing: match exploration.aliasing {
            AliasingArg::On => Aliasing::On,
            AliasingArg::Off => Aliasing::Off,
        },
        search: match exploration.search {
            SearchArg::Dfs => Search::Dfs,
            SearchArg::Bfs => Search::Bfs,
            SearchArg::Random => Search::Random,
            SearchArg::Coverage => Search::Coverage,
        },
        seed: exploration.seed,
        max_steps: args.budget.max_steps,
        time: Some(args.budget.budget),
        ..defaults
    })
}

fn criterion(criterion: &CriterionArg) -> Result<Criterion, String> {
    let instead = "use branches, statements or paths";
    match criterion {
        CriterionArg::Branches => Ok(Criterion::Branches),
        CriterionArg::Statements => Ok(Criterion::Statements),
        CriterionArg::Paths => Ok(Criterion::Paths),
        CriterionArg::LocalPaths => Err(unavailable("--criterion local-paths", instead)),
        CriterionArg::Points(points) => Err(unavailable(&format!("--criterion points:{points}"), instead)),
    }
}

fn unavailable(flag: &str, instead: &str) -> String {
    format!("not available in this version: {flag}; {instead}")
}
