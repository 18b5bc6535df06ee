//! Searchers: they see the ids and features of states, never states.

use clew_facts::Search;
use std::collections::VecDeque;

/// The id of a waiting state.
pub type StateId = u64;

/// What a searcher may know of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Whether the state stands at code of the method under test that no state has executed yet.
    pub at_new_code: bool,
}

/// Chooses the state that goes on. Laws: `next` and `worst` together give every id that was added exactly once, and
/// nothing only when all have been given; the order depends on nothing but the calls and the searcher's seed.
pub trait Searcher {
    /// Adds a waiting state.
    fn add(&mut self, id: StateId, features: Features);
    /// Takes out the state that goes on.
    fn next(&mut self) -> Option<StateId>;
    /// Takes out the state that can be missed most easily: one whose turn would come last.
    fn worst(&mut self) -> Option<StateId>;
}

/// The searcher for a strategy.
pub fn searcher(search: Search, seed: u64) -> Box<dyn Searcher> {
    match search {
        Search::Dfs => Box::new(DepthFirst::default()),
        Search::Bfs => Box::new(BreadthFirst::default()),
        Search::Random => Box::new(Random { waiting: Vec::new(), state: seed }),
        Search::Coverage => Box::new(Coverage::default()),
    }
}

/// The last state first.
#[derive(Default)]
struct DepthFirst(VecDeque<StateId>);

impl Searcher for DepthFirst {
    fn add(&mut self, id: StateId, _: Features) {
        self.0.push_back(id);
    }
    fn next(&mut self) -> Option<StateId> {
        self.0.pop_back()
    }
    fn worst(&mut self) -> Option<StateId> {
        self.0.pop_front()
    }
}

/// The first state first.
#[derive(Default)]
struct BreadthFirst(VecDeque<StateId>);

impl Searcher for BreadthFirst {
    fn add(&mut self, id: StateId, _: Features) {
        self.0.push_back(id);
    }
    fn next(&mut self) -> Option<StateId> {
        self.0.pop_front()
    }
    fn worst(&mut self) -> Option<StateId> {
        self.0.pop_back()
    }
}

/// Any state, by the SplitMix64 generator.
struct Random {
    waiting: Vec<StateId>,
    state: u64,
}

impl Random {
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Searcher for Random {
    fn add(&mut self, id: StateId, _: Features) {
        self.waiting.push(id);
    }
    fn next(&mut self) -> Option<StateId> {
        if self.waiting.is_empty() {
            return None;
        }
        let at = self.draw() % self.waiting.len() as u64;
        Some(self.waiting.swap_remove(at as usize))
    }
    fn worst(&mut self) -> Option<StateId> {
        self.next()
    }
}

/// States at new code first, the last of them first; every few turns the oldest state, so that none starves.
#[derive(Default)]
struct Coverage {
    fresh: VecDeque<StateId>,
    others: VecDeque<StateId>,
    turns: u64,
}

/// Every how many turns the oldest state goes on.
const OLDEST_EVERY: u64 = 8;

/// From how many waiting states on the oldest has no turn any more, so that their number stays small.
const WIDE: usize = 512;

impl Searcher for Coverage {
    fn add(&mut self, id: StateId, features: Features) {
        if features.at_new_code { self.fresh.push_back(id) } else { self.others.push_back(id) }
    }
    fn next(&mut self) -> Option<StateId> {
        self.turns += 1;
        if let Some(id) = self.fresh.pop_back() {
            return Some(id);
        }
        let oldest = self.turns.is_multiple_of(OLDEST_EVERY) && self.others.len() < WIDE;
        if oldest { self.others.pop_front() } else { self.others.pop_back() }
    }
    fn worst(&mut self) -> Option<StateId> {
        self.others.pop_front().or_else(|| self.fresh.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(search: Search, seed: u64) -> Vec<StateId> {
        let mut searcher = searcher(search, seed);
        for id in 0..20 {
            searcher.add(id, Features { at_new_code: id == 3 });
        }
        std::iter::from_fn(|| searcher.next()).collect()
    }

    #[test]
    fn every_state_is_given_once() {
        for search in [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage] {
            let mut given = order(search, 7);
            assert_eq!(given, order(search, 7), "{search:?} is not deterministic");
            given.sort_unstable();
            assert_eq!(given, (0..20).collect::<Vec<_>>(), "{search:?}");
        }
    }

    #[test]
    fn the_worst_states_are_given_once_as_well() {
        for search in [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage] {
            let mut searcher = searcher(search, 7);
            (0..20).for_each(|id| searcher.add(id, Features { at_new_code: id == 3 }));
            let best = searcher.next();
            let mut given: Vec<StateId> = best.into_iter().chain(std::iter::from_fn(|| searcher.worst())).collect();
            given.sort_unstable();
            assert_eq!(given, (0..20).collect::<Vec<_>>(), "{search:?}");
        }
    }

    #[test]
    fn each_strategy_has_its_order() {
        assert_eq!(order(Search::Dfs, 0)[..2], [19, 18]);
        assert_eq!(order(Search::Bfs, 0)[..2], [0, 1]);
        assert_eq!(order(Search::Coverage, 0)[..2], [3, 19]);
        assert_ne!(order(Search::Random, 1), order(Search::Random, 2));
    }
}
