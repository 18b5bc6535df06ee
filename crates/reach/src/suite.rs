//! A small set of tests that covers what all tests cover, with a proof of how many it takes.
//!
//! Blocks of which no execution passes two need a test each: as many tests are needed as there are such blocks. Which blocks
//! can't be passed together the graph shows where no way leads from one to the other, and the solvers where there is one.
//!
//! Of the tests that are known, those are taken that cover most; then one test is looked for that does what only two of them do.

use crate::dominators::{Dominators, TopoIndex};
use crate::goals::GoalIndex;
use crate::search::{Found, Internal, Search, Status, Wanted};
use clew_term::Term;
use fixedbitset::FixedBitSet;

/// Questions for fewer tests, and as many again for a better proof.
const QUESTIONS: usize = 60;
/// What each of them may cost, in the solver's units.
const WORK: u64 = 500_000;
/// Beginnings that are tried for a large set of blocks that can't be passed together.
const BEGINNINGS: usize = 40;

/// A small set of tests.
pub(crate) struct Suite {
    /// Their positions.
    pub tests: Vec<usize>,
    /// Blocks that are covered, of which no complete execution within the bounds passes two.
    pub apart: Vec<GoalIndex>,
}

/// What is known of executions beside the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    /// Each has the path of a test.
    None,
    /// There may be some, and one that is looked for may become a test.
    Some,
    /// There may be some, and none can be looked for, since that would find no path twice.
    Unknown,
}

/// Looks for the suite.
pub(crate) fn small_suite(search: &mut Search<'_>, others: Others) -> Result<Suite, Internal> {
    let covered: Vec<GoalIndex> =
        (0..search.goals.len()).filter(|goal| matches!(search.status[*goal], Status::Covered(_))).collect();
    let mut apart = apart(search, &covered);
    let mut tests = fewest(search, &covered);
    extend(search, &covered, &mut apart, others)?;
    if others == Others::Some {
        // What was found on the way may do more than what was known.
        let again = fewest(search, &covered);
        if again.len() < tests.len() {
            tests = again;
        }
        merge(search, &covered, apart.len(), &mut tests)?;
    }
    Ok(Suite { tests, apart })
}

/// What a test covers.
fn blocks(search: &Search<'_>, test: usize) -> FixedBitSet {
    let mut blocks = FixedBitSet::with_capacity(search.goals.len());
    for (place, _) in &search.paths[test] {
        blocks.extend(search.goals.at(*place).iter().copied());
    }
    blocks
}

/// Tests that cover all, each time the one that covers most of the rest; without those that others make needless.
fn fewest(search: &Search<'_>, covered: &[GoalIndex]) -> Vec<usize> {
    let of_test: Vec<FixedBitSet> = (0..search.tests.len()).map(|test| blocks(search, test)).collect();
    let mut rest: FixedBitSet = covered.iter().copied().collect();
    let mut chosen = Vec::new();
    while !rest.is_clear() {
        // Of equals the first.
        let news = |test: &usize| (of_test[*test].intersection(&rest).count(), usize::MAX - *test);
        let Some(best) = (0..of_test.len()).max_by_key(news) else { break };
        rest.difference_with(&of_test[best]);
        chosen.push(best);
    }
    for test in chosen.clone() {
        let others = chosen.iter().filter(|other| **other != test);
        let mut all = FixedBitSet::with_capacity(search.goals.len());
        others.for_each(|other| all.union_with(&of_test[*other]));
        if covered.iter().all(|goal| all.contains(*goal)) {
            chosen.retain(|other| *other != test);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// Blocks that the graph lets no execution pass two of: the largest such set found.
fn apart(search: &Search<'_>, covered: &[GoalIndex]) -> Vec<GoalIndex> {
    let mut best: Vec<GoalIndex> = Vec::new();
    let step = covered.len().div_ceil(BEGINNINGS).max(1);
    for beginning in covered.iter().step_by(step) {
        let mut chosen = vec![*beginning];
        let mut near = connected(search, *beginning);
        for goal in covered {
            if search.goals.clones(*goal).iter().all(|place| !near.contains(*place)) {
                chosen.push(*goal);
                near.union_with(&connected(search, *goal));
            }
        }
        if chosen.len() > best.len() {
            best = chosen;
        }
    }
    best
}

/// The places that some way through the graph passes together with a clone of the block.
fn connected(search: &Search<'_>, goal: GoalIndex) -> FixedBitSet {
    let dominators = search.dominators;
    let mut all = reachable(search.goals.clones(goal), dominators, &dominators.outgoing);
    all.union_with(&reachable(search.goals.clones(goal), dominators, &dominators.incoming));
    all
}

fn reachable(from: &[TopoIndex], dominators: &Dominators, ways: &[Vec<(usize, TopoIndex)>]) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(dominators.nodes.len());
    let mut open: Vec<TopoIndex> = from.to_vec();
    while let Some(place) = open.pop() {
        if !seen.put(place) {
            open.extend(ways[place].iter().map(|(_, next)| *next));
        }
    }
    seen
}

/// Adds blocks that no execution passes together with one of the others, as the tests show where they have all paths, or the
/// solvers.
fn extend(
    search: &mut Search<'_>,
    covered: &[GoalIndex],
    apart: &mut Vec<GoalIndex>,
    others: Others,
) -> Result<(), Internal> {
    let mut left = QUESTIONS;
    let of_test: Vec<FixedBitSet> = (0..search.tests.len()).map(|test| blocks(search, test)).collect();
    for goal in covered {
        if apart.contains(goal) {
            continue;
        }
        let mut is_apart = true;
        let near = connected(search, *goal);
        for other in apart.clone() {
            if of_test.iter().any(|blocks| blocks.contains(*goal) && blocks.contains(other)) {
                is_apart = false;
                break;
            }
            let no_way = search.goals.clones(other).iter().all(|place| !near.contains(*place));
            match others {
                _ if no_way => continue,
                Others::None => continue,
                Others::Unknown => {
                    is_apart = false;
                    break;
                }
                Others::Some => {}
            }
            if left == 0 || search.is_cancelled() {
                return Ok(());
            }
            left -= 1;
            if !matches!(ask_for(search, &[*goal, other])?, Found::Nothing(_)) {
                is_apart = false;
                break;
            }
        }
        if is_apart {
            apart.push(*goal);
        }
    }
    Ok(())
}

/// Puts one test in the place of two, as long as one is found.
fn merge(
    search: &mut Search<'_>,
    covered: &[GoalIndex],
    at_least: usize,
    tests: &mut Vec<usize>,
) -> Result<(), Internal> {
    let mut left = QUESTIONS;
    let mut in_vain: Vec<Vec<GoalIndex>> = Vec::new();
    while let Some((first, second, needed)) = next_pair(search, covered, tests, &in_vain) {
        if tests.len() <= at_least || left == 0 || search.is_cancelled() {
            break;
        }
        left -= 1;
        match ask_for(search, &needed)? {
            Found::Test(test) => {
                tests.retain(|known| *known != first && *known != second);
                tests.push(test);
            }
            Found::Nothing(_) | Found::Unknown(_) => in_vain.push(needed),
        }
    }
    tests.sort_unstable();
    Ok(())
}

/// Two tests with what they cover and no third does, that was not asked for yet.
fn next_pair(
    search: &Search<'_>,
    covered: &[GoalIndex],
    tests: &[usize],
    in_vain: &[Vec<GoalIndex>],
) -> Option<(usize, usize, Vec<GoalIndex>)> {
    let of_test: Vec<FixedBitSet> = tests.iter().map(|test| blocks(search, *test)).collect();
    for first in 0..tests.len() {
        for second in first + 1..tests.len() {
            let mut others = FixedBitSet::with_capacity(search.goals.len());
            let rest = (0..tests.len()).filter(|test| *test != first && *test != second);
            rest.for_each(|test| others.union_with(&of_test[test]));
            let needed: Vec<GoalIndex> = covered.iter().copied().filter(|goal| !others.contains(*goal)).collect();
            if !in_vain.contains(&needed) {
                return Some((tests[first], tests[second], needed));
            }
        }
    }
    None
}

/// Asks for an execution that passes all of these blocks.
fn ask_for(search: &mut Search<'_>, goals: &[GoalIndex]) -> Result<Found, Internal> {
    let passes: Vec<Term> = goals.iter().map(|goal| search.passes(*goal)).collect();
    search.ask_near(&passes, Vec::new(), Wanted::Execution, Some(WORK))
}
