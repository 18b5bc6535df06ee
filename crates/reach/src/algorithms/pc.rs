//! Blocking clauses (Algorithm 1): every model excludes its path, until there is none.

use super::Paths;
use crate::search::{Found, Internal, Search, Wanted};

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    loop {
        if search.has_enough() {
            return Ok(Paths::Some);
        }
        match search.ask(&[], Wanted::Execution)? {
            Found::Test(test) => {
                let path = search.paths[test].clone();
                let mut taken = Vec::new();
                for (place, way) in path {
                    taken.extend(search.condition.literals(place, way, &mut search.pool));
                }
                let on_path = search.pool.and_all(&taken);
                let elsewhere = search.pool.not(on_path);
                search.assert(elsewhere);
            }
            Found::Nothing(_) => {
                search.rest_is_infeasible();
                return Ok(Paths::All);
            }
            Found::Unknown(_) => return Ok(Paths::Some),
        }
    }
}
