//! One query for each minimal block (section 7, "worst-case optimal").
//!
//! Covering the minimal blocks covers the rest, unless a minimal one is infeasible: then the smallest of those that are
//! still open come up, and so on.

use super::{Paths, minimal::minimal};
use crate::search::{Found, Internal, Search, Status, Wanted};

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    loop {
        let open = search.open();
        if open.is_empty() {
            return Ok(Paths::Some);
        }
        for goal in minimal(search, &open) {
            let passes = search.passes(goal);
            match search.ask(&[passes], Wanted::Execution)? {
                Found::Test(_) => {}
                Found::Nothing(_) => search.status[goal] = Status::Infeasible,
                Found::Unknown(reason) => search.status[goal] = Status::Unknown(reason),
            }
        }
    }
}
