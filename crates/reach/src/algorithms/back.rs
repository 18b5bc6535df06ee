//! Questions to regions alone, backwards from each block; what they leave open is asked of the whole program.

use super::Paths;
use crate::search::{Internal, Search, Status};

/// Questions to regions for each clone of a block.
const QUESTIONS: usize = 200;
/// What each of them may cost, in the solver's units.
const WORK: u64 = 200_000;

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    for goal in search.open() {
        if search.status[goal] == Status::Open && !search.is_cancelled() {
            search.look_back(goal, QUESTIONS, WORK)?;
        }
    }
    Ok(Paths::Some)
}
