//! Executions first, then questions near them.
//!
//! Executions on random inputs cost next to nothing, and cover most blocks. For each block that is left, in the order of the
//! program, an execution is asked for that goes the way of one that is known and comes close to the block, and leaves it
//! only where it must. What the solvers learn about ways that cannot be taken serves all later questions.

use super::{Paths, minimal::implies};
use crate::goals::GoalIndex;
use crate::search::{Found, Internal, Search, Status, Tried, Wanted};
use crate::shape::Place;
use clew_term::{Assignment, Sort, SymbolId, Term, Value};
use fastrand::Rng;
use num_bigint::BigInt;

/// Executions on random inputs at most.
const EXECUTIONS: usize = 400;
/// How many may bring nothing new, one after another, before it is left at that.
const IN_VAIN: usize = 60;
/// Magnitudes of the numbers tried.
const MAGNITUDES: [i64; 7] = [1, 3, 10, 100, 1_000, 100_000, i64::MAX];

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    random_executions(search)?;
    let mut open = search.open();
    open.sort_by_key(|goal| search.goals.clones(*goal).first().copied());
    for goal in open {
        if search.status[goal] != Status::Open {
            continue;
        }
        let passes = search.passes(goal);
        let hints = hints(search, goal);
        match search.ask_near(&[passes], hints, Wanted::Progress)? {
            Found::Test(_) => {}
            Found::Nothing(_) => {
                for other in search.open() {
                    if implies(search, other, goal) {
                        search.status[other] = Status::Infeasible;
                    }
                }
            }
            Found::Unknown(reason) => search.status[goal] = Status::Unknown(reason),
        }
    }
    Ok(Paths::Some)
}

/// The choices of the known execution that comes closest to the block.
fn hints(search: &mut Search<'_>, goal: GoalIndex) -> Vec<Term> {
    let mut closest: Option<(Place, usize)> = None;
    for clone in search.goals.clones(goal) {
        let before = std::iter::successors(search.shape.dominator[*clone], |place| search.shape.dominator[*place]);
        for place in before {
            if closest.is_some_and(|(known, _)| known >= place) {
                break;
            }
            let passes = |path: &crate::condition::Path| path.iter().any(|(passed, _)| *passed == place);
            if let Some(test) = search.paths.iter().rposition(passes) {
                closest = Some((place, test));
                break;
            }
        }
    }
    let Some((place, test)) = closest else { return Vec::new() };
    let known = search.paths[test].clone();
    let shared = known.iter().take_while(|(passed, _)| *passed < place);
    shared.flat_map(|(place, way)| search.condition.literals(*place, *way, &mut search.pool)).collect()
}

fn random_executions(search: &mut Search<'_>) -> Result<(), Internal> {
    let symbols = search.input_symbols();
    let mut random = Rng::with_seed(0);
    let mut in_vain = 0;
    for _ in 0..EXECUTIONS {
        if in_vain == IN_VAIN || search.open().is_empty() || search.is_cancelled() {
            break;
        }
        let magnitude = MAGNITUDES[random.usize(..MAGNITUDES.len())];
        let inputs: Assignment = symbols
            .iter()
            .filter_map(|symbol| Some((*symbol, value(search, *symbol, magnitude, &mut random)?)))
            .collect();
        match search.try_inputs(&inputs)? {
            Tried::Kept => in_vain = 0,
            Tried::Known | Tried::Blocked => in_vain += 1,
        }
    }
    Ok(())
}

/// A random value for an input; an array has the default.
fn value(search: &Search<'_>, symbol: SymbolId, magnitude: i64, random: &mut Rng) -> Option<Value> {
    let number = random.i64(magnitude.saturating_neg()..=magnitude);
    match search.pool.symbol_sort(symbol) {
        Sort::Bool => Some(Value::Bool(random.bool())),
        Sort::Int => Some(Value::Int(BigInt::from(number))),
        Sort::Bv(width) => Some(Value::bv(width, number as u64)),
        Sort::F32 | Sort::F64 | Sort::Array(_) => None,
    }
}
