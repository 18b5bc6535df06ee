//! Enabling clauses in many places at once: a strategy that changes as many reachability variables as it can, which the
//! paper's conclusion asks for.
//!
//! The graph falls into regions between the nodes that every execution passes. A query asks for something new in every
//! region that has something open. Where that cannot be had, the regions that the solver names as the reason give way, at
//! most [`CONCESSIONS`] times; then something new anywhere is enough, as in Algorithm 2. A region that cannot be had by itself
//! has nothing feasible left.

use super::Paths;
use crate::goals::GoalIndex;
use crate::search::{Found, Internal, Search, Status, Wanted};
use clew_base::OrderedMap;
use clew_term::Term;

/// How often regions may give way before one query asks for something new anywhere.
const CONCESSIONS: usize = 2;

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    loop {
        let mut wishes = wishes(search);
        if wishes.is_empty() {
            return Ok(Paths::Some);
        }
        let all: Vec<Term> = wishes.keys().copied().collect();
        let anywhere = search.pool.or_all(&all);
        let mut concessions = 0;
        loop {
            let last_chance = concessions == CONCESSIONS || wishes.len() < 2;
            let asked: Vec<Term> = if last_chance { vec![anywhere] } else { wishes.keys().copied().collect() };
            match search.ask(&asked, Wanted::Progress)? {
                Found::Test(_) => break,
                Found::Nothing(_) if last_chance => {
                    search.rest_is_infeasible();
                    return Ok(Paths::Some);
                }
                Found::Unknown(_) if last_chance => return Ok(Paths::Some),
                Found::Unknown(_) => concessions = CONCESSIONS,
                Found::Nothing(core) => {
                    if let [alone] = core[..] {
                        let dead = wishes.get(&alone).cloned().unwrap_or_default();
                        dead.into_iter().for_each(|goal| search.status[goal] = Status::Infeasible);
                        wishes.shift_remove(&alone);
                    } else {
                        // One of them may stay: the others are likely to be the ones that it excludes.
                        core.iter().skip(1).for_each(|wish| {
                            wishes.shift_remove(wish);
                        });
                        concessions += 1;
                    }
                }
            }
            if search.open().is_empty() {
                return Ok(Paths::Some);
            }
        }
    }
}

/// For each region that has open blocks, that an execution passes one of them; with these blocks.
fn wishes(search: &mut Search<'_>) -> OrderedMap<Term, Vec<GoalIndex>> {
    let mut regions: OrderedMap<usize, Vec<GoalIndex>> = OrderedMap::default();
    let mut region_of = Vec::with_capacity(search.dominators.nodes.len());
    let mut region = 0;
    for leader in &search.dominators.leader {
        region += usize::from(*leader == 0);
        region_of.push(region);
    }
    for goal in search.open() {
        if let Some(place) = search.goals.clones(goal).first() {
            regions.entry(region_of[*place]).or_default().push(goal);
        }
    }
    let mut wishes: OrderedMap<Term, Vec<GoalIndex>> = OrderedMap::default();
    for goals in regions.into_values() {
        let passes: Vec<Term> = goals.iter().map(|goal| search.passes(*goal)).collect();
        let wish = search.pool.or_all(&passes);
        wishes.entry(wish).or_default().extend(goals);
    }
    wishes
}
