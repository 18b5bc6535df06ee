//! The covering algorithms (`bounded-infeasible-code`, sections 5 and 7). All of them work on one formula in one solver.

mod back;
mod backward;
mod fm;
mod forward;
mod hill_climbing;
mod lines;
mod minimal;
mod near;
mod pc;
mod sc;
mod tree;
mod vstte;
mod wide;

use crate::search::{Internal, Search};
use clew_facts::CoverAlgorithm;

/// Whether all feasible paths have a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paths {
    /// They have.
    All,
    /// Some may have none.
    Some,
}

/// Looks for a cover. Afterwards no block is open.
pub(crate) fn run(algorithm: CoverAlgorithm, search: &mut Search<'_>) -> Result<Paths, Internal> {
    let paths = look(algorithm, search)?;
    search.settle()?;
    Ok(paths)
}

/// Looks for a cover, and leaves blocks open that the algorithm leaves open.
pub(crate) fn look(algorithm: CoverAlgorithm, search: &mut Search<'_>) -> Result<Paths, Internal> {
    match algorithm {
        CoverAlgorithm::Pc => pc::run(search),
        CoverAlgorithm::Tree => tree::run(search),
        CoverAlgorithm::Sc => sc::run(search),
        CoverAlgorithm::Fm => fm::run(search),
        CoverAlgorithm::Vstte => vstte::run(search),
        CoverAlgorithm::Wide => wide::run(search),
        CoverAlgorithm::Back => back::run(search),
        CoverAlgorithm::Near => near::run(search),
    }
}
