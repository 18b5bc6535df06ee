//! Searchers: they see the ids and features of states, never states.

use clew_facts::Search;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound;

/// The id of a waiting state.
pub type StateId = u64;

/// What a searcher may know of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Whether the state stands at code of the method under test that no state has executed yet.
    pub at_new_code: bool,
    /// The calls in which the state is, the outermost first, as numbers: where the method under test is, then the methods called.
    pub calls: Calls,
    /// Whether the state is to go before others, whatever else is known of it.
    pub goes_first: bool,
    /// Whether the state went on for long without a decision; then the others say nothing.
    pub is_long: bool,
}

/// The outermost calls of a state, as numbers.
pub type Calls = [usize; 4];

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
    let of_all = || by(search, seed);
    Box::new(Preferred { first: of_all(), others: of_all() })
}

fn by(search: Search, seed: u64) -> Box<dyn Searcher> {
    match search {
        Search::Dfs => Box::new(DepthFirst::default()),
        Search::Bfs => Box::new(BreadthFirst::default()),
        Search::Random => Box::new(Random { waiting: Vec::new(), state: seed }),
        Search::Coverage => Box::new(Coverage::default()),
    }
}

/// States that go before others, then the others; both in the order of a strategy.
struct Preferred {
    first: Box<dyn Searcher>,
    others: Box<dyn Searcher>,
}

impl Searcher for Preferred {
    fn add(&mut self, id: StateId, features: Features) {
        let among = if features.goes_first { &mut self.first } else { &mut self.others };
        among.add(id, features);
    }
    fn next(&mut self) -> Option<StateId> {
        self.first.next().or_else(|| self.others.next())
    }
    fn worst(&mut self) -> Option<StateId> {
        self.others.worst().or_else(|| self.first.worst())
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

/// States at new code first, the last of them first. Of the others mostly the last; every second turn goes to the calls in which
/// states are, one after the other, so that one of many methods that may be called does not take all turns; and every few
/// turns to the oldest state, so that none starves. A state that goes on and on without a decision, maybe for ever, has one turn in a few
/// while there are others, since each of them is long.
#[derive(Default)]
struct Coverage {
    fresh: VecDeque<StateId>,
    others: Groups,
    long: Long,
    turns: u64,
}

/// Every how many turns the oldest state goes on.
const OLDEST_EVERY: u64 = 8;

/// Every how many turns other calls have their turn.
const CALL_EVERY: u64 = 2;

/// Every how many turns a state goes on that went on for long. Prime to the others, so that it takes
/// equally many turns of each.
const LONG_EVERY: u64 = 7;

/// From how many waiting states on the oldest has no turn any more, so that their number stays small.
const WIDE: usize = 512;

impl Searcher for Coverage {
    fn add(&mut self, id: StateId, features: Features) {
        if features.is_long {
            self.long.add(id);
        } else if features.at_new_code {
            self.fresh.push_back(id);
        } else {
            self.others.add(id, features.calls);
        }
    }
    fn next(&mut self) -> Option<StateId> {
        self.turns += 1;
        let long = if self.turns.is_multiple_of(LONG_EVERY) { self.long.next() } else { None };
        long.or_else(|| self.fresh.pop_back()).or_else(|| self.next_other()).or_else(|| self.long.next())
    }
    fn worst(&mut self) -> Option<StateId> {
        self.long.states.pop_front().or_else(|| self.others.pop_oldest()).or_else(|| self.fresh.pop_front())
    }
}

impl Coverage {
    fn next_other(&mut self) -> Option<StateId> {
        if self.turns.is_multiple_of(OLDEST_EVERY) && self.others.len() < WIDE {
            self.others.pop_oldest()
        } else if self.turns.is_multiple_of(CALL_EVERY) {
            self.others.pop_in_turn()
        } else {
            self.others.pop_latest()
        }
    }
}

/// States that went on for long. In one turn of two the last goes on, so that at least one comes to its end if it has one; in the
/// others each has its turn.
#[derive(Default)]
struct Long {
    states: VecDeque<StateId>,
    turns: u64,
}

impl Long {
    /// Adds a state; where the first was taken out before, this may be what became of it, and does not go before the last.
    fn add(&mut self, id: StateId) {
        let behind = usize::from(self.takes_first());
        self.states.insert(self.states.len().saturating_sub(behind), id);
    }

    fn next(&mut self) -> Option<StateId> {
        self.turns += 1;
        if self.takes_first() { self.states.pop_front() } else { self.states.pop_back() }
    }

    /// Whether this turn is that of the first.
    fn takes_first(&self) -> bool {
        self.turns.is_multiple_of(2)
    }
}

/// Waiting states by the calls in which they are.
#[derive(Default)]
struct Groups {
    /// The states in the same calls, the oldest first. Ids grow, so the least is the oldest.
    of: BTreeMap<Calls, VecDeque<StateId>>,
    /// The calls of each state.
    calls: BTreeMap<StateId, Calls>,
    /// Where in the method under test the states are that had the last turn.
    last: Option<usize>,
    /// The calls from each of these places that had the last turn there.
    last_calls: BTreeMap<usize, Calls>,
}

impl Groups {
    fn len(&self) -> usize {
        self.calls.len()
    }

    fn add(&mut self, id: StateId, calls: Calls) {
        self.of.entry(calls).or_default().push_back(id);
        self.calls.insert(id, calls);
    }

    fn pop_latest(&mut self) -> Option<StateId> {
        let (id, calls) = self.calls.pop_last()?;
        self.leave(calls, VecDeque::pop_back);
        Some(id)
    }

    fn pop_oldest(&mut self) -> Option<StateId> {
        let (id, calls) = self.calls.pop_first()?;
        self.leave(calls, VecDeque::pop_front);
        Some(id)
    }

    /// The latest state in the calls whose turn it is. Each place in the method under test has its turn, however many calls are under way
    /// from it, and there each of these calls.
    fn pop_in_turn(&mut self) -> Option<StateId> {
        let first_from = |place: usize| self.of.range([place, 0, 0, 0]..).next().map(|(calls, _)| calls[0]);
        let place = self.last.and_then(|last| first_from(last + 1)).or_else(|| first_from(0))?;
        self.last = Some(place);
        let all = [place, 0, 0, 0]..[place + 1, 0, 0, 0];
        let behind = self.last_calls.get(&place).map_or(Bound::Unbounded, |last| Bound::Excluded(*last));
        let behind = self.of.range((behind, Bound::Excluded(all.end))).find(|(calls, _)| calls[0] == place);
        let calls = *behind.or_else(|| self.of.range(all).next())?.0;
        self.last_calls.insert(place, calls);
        let id = self.leave(calls, VecDeque::pop_back)?;
        self.calls.remove(&id);
        Some(id)
    }

    /// Takes a state out of those in the same calls.
    fn leave(&mut self, calls: Calls, take: fn(&mut VecDeque<StateId>) -> Option<StateId>) -> Option<StateId> {
        let states = self.of.get_mut(&calls)?;
        let taken = take(states);
        if states.is_empty() {
            self.of.remove(&calls);
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(id: StateId) -> Features {
        Features { at_new_code: id == 3, calls: [id as usize % 3; 4], is_long: id % 5 == 4, goes_first: false }
    }

    #[test]
    fn some_states_go_before_all_others() {
        for search in [Search::Dfs, Search::Bfs, Search::Random, Search::Coverage] {
            let mut searcher = searcher(search, 7);
            (0..20).for_each(|id| searcher.add(id, Features { goes_first: id % 4 == 1, ..features(id) }));
            let given: Vec<StateId> = std::iter::from_fn(|| searcher.next()).collect();
            assert!(given[..5].iter().all(|id| id % 4 == 1), "{search:?}: {given:?}");
            assert_eq!(given.iter().copied().collect::<std::collections::BTreeSet<_>>().len(), 20, "{search:?}");
        }
    }

    fn order(search: Search, seed: u64) -> Vec<StateId> {
        let mut searcher = searcher(search, seed);
        for id in 0..20 {
            searcher.add(id, features(id));
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
            (0..20).for_each(|id| searcher.add(id, features(id)));
            let best = searcher.next();
            let mut given: Vec<StateId> = best.into_iter().chain(std::iter::from_fn(|| searcher.worst())).collect();
            given.sort_unstable();
            assert_eq!(given, (0..20).collect::<Vec<_>>(), "{search:?}");
        }
    }

    #[test]
    fn calls_take_turns() {
        let mut searcher = searcher(Search::Coverage, 0);
        for id in 0..30 {
            let calls = [1, id.min(2) as usize, 0, 0];
            searcher.add(id, Features { calls, ..Features::default() });
        }
        let first: Vec<_> = std::iter::from_fn(|| searcher.next()).take(7).collect();
        assert_eq!(first, [29, 0, 28, 1, 27, 26, 25]);
    }

    #[test]
    fn long_states_have_few_turns() {
        let mut searcher = searcher(Search::Coverage, 0);
        (0..100).for_each(|id| searcher.add(id, Features { is_long: id < 2, ..Features::default() }));
        let given: Vec<_> = std::iter::from_fn(|| searcher.next()).collect();
        assert_eq!((given[6], given[13]), (0, 1));
    }

    #[test]
    fn of_long_states_one_goes_on_in_every_second_turn() {
        let mut searcher = searcher(Search::Coverage, 0);
        let long = Features { is_long: true, ..Features::default() };
        (0..4).for_each(|id| searcher.add(id, long));
        // Every state is put off again, under a number that tells which it was.
        let turns: Vec<_> = (1..=8)
            .map(|turn| {
                let id = searcher.next().expect("none ends");
                searcher.add(10 * turn + id % 10, long);
                id % 10
            })
            .collect();
        let went_on = turns[0];
        assert!(turns.iter().step_by(2).all(|id| *id == went_on), "{turns:?}");
        let others: std::collections::BTreeSet<_> = turns.iter().skip(1).step_by(2).collect();
        assert_eq!(others.len(), 3, "{turns:?}");
    }

    #[test]
    fn each_strategy_has_its_order() {
        assert_eq!(order(Search::Dfs, 0)[..2], [19, 18]);
        assert_eq!(order(Search::Bfs, 0)[..2], [0, 1]);
        assert_eq!(order(Search::Coverage, 0)[..2], [3, 18]);
        assert_ne!(order(Search::Random, 1), order(Search::Random, 2));
    }

    #[test]
    fn places_in_the_method_take_turns_whatever_is_called_there() {
        let mut searcher = searcher(Search::Coverage, 0);
        (0..30).for_each(|id| {
            let calls = if id < 3 { [2, 0, 0, 0] } else { [1, id as usize, 0, 0] };
            searcher.add(id, Features { calls, ..Features::default() });
        });
        let first: Vec<_> = std::iter::from_fn(|| searcher.next()).take(7).collect();
        assert_eq!(first, [29, 3, 28, 2, 27, 4, 26]);
    }
}
