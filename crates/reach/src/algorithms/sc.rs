//! Enabling clauses (Algorithm 2): every model passes a block that none has passed, until there is none.

use super::Paths;
use crate::search::{Found, Internal, Search, Wanted};

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    loop {
        let open = search.open();
        if open.is_empty() {
            return Ok(Paths::Some);
        }
        let passes: Vec<_> = open.into_iter().map(|goal| search.passes(goal)).collect();
        let something_new = search.pool.or_all(&passes);
        match search.ask(&[something_new], Wanted::Progress)? {
            Found::Test(_) => {}
            Found::Nothing(_) => {
                search.rest_is_infeasible();
                return Ok(Paths::Some);
            }
            Found::Unknown(_) => return Ok(Paths::Some),
        }
    }
}
