//! The tree of choices: below each model's path the choices that it did not make, each with everything before it, are
//! asked for on their own. They share no path, so nothing has to be excluded and the formula stays as it is; what cannot
//! be continued is cut off at once, and the reason with it, so that it is never asked for again.

use super::Paths;
use crate::condition::Path;
use crate::search::{Found, Internal, Search, Wanted};
use clew_base::FastSet;
use clew_term::Term;

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    let mut open: Vec<Path> = vec![Path::new()];
    let mut conflicts: Vec<Vec<Term>> = Vec::new();
    let mut paths = Paths::All;
    while let Some(prefix) = open.pop() {
        if search.has_enough() {
            return Ok(Paths::Some);
        }
        let mut assumptions = Vec::new();
        for (place, way) in &prefix {
            assumptions.extend(search.condition.literals(*place, *way, &mut search.pool));
        }
        if contradicts(&conflicts, &assumptions) {
            continue;
        }
        match search.ask(&assumptions, Wanted::Execution)? {
            Found::Nothing(core) => conflicts.push(core),
            Found::Unknown(_) => paths = Paths::Some,
            Found::Test(test) => {
                // Pushed from the first choice to the last, so that the last comes up first: it shares most with what
                // the solver has just done.
                for at in prefix.len()..search.paths[test].len() {
                    let (place, taken) = search.paths[test][at];
                    for way in (0..search.dominators.outgoing[place].len()).filter(|way| *way != taken) {
                        let mut other = search.paths[test][..at].to_vec();
                        other.push((place, way));
                        open.push(other);
                    }
                }
            }
        }
    }
    if paths == Paths::All {
        search.rest_is_infeasible();
    }
    Ok(paths)
}

/// Whether what is known to be impossible is among the assumptions.
fn contradicts(conflicts: &[Vec<Term>], assumptions: &[Term]) -> bool {
    let assumed: FastSet<Term> = assumptions.iter().copied().collect();
    conflicts.iter().any(|core| core.iter().all(|term| assumed.contains(term)))
}
