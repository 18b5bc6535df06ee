//! Executions first, then questions about small parts of the program, then questions about all of it near known executions.
//!
//! Executions on random inputs cost next to nothing, and cover most blocks. Where the program is linear, following many ways at
//! once and lines of inputs covers most of the others that can be covered, and equations show most of what is infeasible to be
//! so; elsewhere inputs are changed step by step. What is left is looked at backwards, region by region, and where the program is linear, along single
//! ways through all of it. For each block that even then is open, in the order of the program, an execution is asked for that
//! goes the way of one that is known and comes close to the block, and leaves it only where it must. What the
//! solvers learn about ways that cannot be taken serves all later questions.

use super::forward::follow_ways;
use super::{Paths, backward::Guide, hill_climbing::climb, lines::Patience, lines::follow_lines, minimal::implies};
use crate::dominators::TopoIndex;
use crate::goals::GoalIndex;
use crate::linear::backward::Keep;
use crate::linear::forward::{Alike, Breadth};
use crate::search::{Found, Internal, Search, Status, Tried, Wanted};
use clew_term::{Assignment, Sort, SymbolId, Term, Value};
use fastrand::Rng;
use num_bigint::BigInt;

/// Executions on random inputs at most.
const EXECUTIONS: usize = 10_000;
/// How many may bring nothing new, one after another, before it is left at that.
const IN_VAIN: usize = 1_000;
/// Magnitudes of the numbers tried.
const MAGNITUDES: [i64; 7] = [1, 3, 10, 100, 1_000, 100_000, i64::MAX];

/// What is spent on a block before the next has its turn, and on lines before that.
struct Effort {
    /// Where the program is linear, how many ways are kept for each open block.
    ways: usize,
    patience: Patience,
    /// Executions for each of its clones; and where the program is linear, so that lines show more.
    executions: usize,
    if_linear: usize,
    /// Questions to regions for each of its clones.
    questions: usize,
    /// What each of these may cost, in the solver's units.
    work: u64,
    /// Where the program is linear, how many ways are kept when looking backwards through all of it; for all blocks in turn.
    widths: &'static [usize],
}

/// What is spent in each round before the program as a whole is asked about.
const EFFORTS: [Effort; 2] = [
    Effort {
        ways: 50,
        patience: Patience { in_vain: 60, places: 10_000_000 },
        executions: 300,
        if_linear: 200,
        questions: 12,
        work: 50_000,
        widths: &[],
    },
    Effort {
        ways: 10_000,
        patience: Patience { in_vain: 3_000, places: 40_000_000 },
        executions: 2_000,
        if_linear: 0,
        questions: 200,
        work: 200_000,
        widths: &[10, 30, 100],
    },
];

/// How ways are followed where the program is linear, one after another.
const BREADTHS: [Breadth; 8] = [
    Breadth { width: 100, alike: Alike::Choices(16) },
    Breadth { width: 100, alike: Alike::Values(50) },
    Breadth { width: 300, alike: Alike::Values(12) },
    Breadth { width: 1_000, alike: Alike::Choices(6) },
    Breadth { width: 1_000, alike: Alike::Values(50) },
    Breadth { width: 1_000, alike: Alike::Choices(16) },
    Breadth { width: 1_000, alike: Alike::Choices(10) },
    Breadth { width: 3_000, alike: Alike::Choices(12) },
];

/// Blocks with more clones than these are asked about in the program as a whole only.
const MAX_CLONES: usize = 32;
/// How many places all executions towards one clone of a block may pass together.
const PLACES: usize = 4_000_000;

/// What a question to the program as a whole may cost in each round after that, in the solver's units; at last as much as
/// is allowed.
const WORKS: [Option<u64>; 3] = [Some(500_000), Some(2_000_000), None];

pub(super) fn run(search: &mut Search<'_>) -> Result<Paths, Internal> {
    let mut random = Rng::with_seed(0);
    let samples = random_executions(search, &mut random)?;
    search.rule_out_by_equations();
    let mut guide = Guide::of(&samples, search)?;
    let mut breadths = BREADTHS.into_iter().peekable();
    for effort in EFFORTS {
        while let Some(breadth) = breadths.next_if(|breadth| breadth.cost() <= search.open().len() * effort.ways) {
            if !follow_ways(search, breadth, &mut random)? {
                breadths.by_ref().for_each(drop);
            }
        }
        follow_lines(search, &effort.patience, &mut random)?;
        for width in effort.widths {
            look_backwards(search, &mut guide, *width, &mut random)?;
        }
        for goal in in_order(search) {
            if search.is_cancelled() {
                break;
            }
            if search.status[goal] == Status::Open && !is_behind_open(search, goal) {
                try_alone(search, goal, &effort, &samples, &mut random)?;
            }
        }
    }
    for work in WORKS {
        for goal in in_order(search) {
            if search.status[goal] == Status::Open {
                ask(search, goal, work)?;
            }
        }
    }
    Ok(Paths::Some)
}

/// Looks backwards from all open blocks.
fn look_backwards(search: &mut Search<'_>, guide: &mut Guide, width: usize, random: &mut Rng) -> Result<(), Internal> {
    for keep in [Keep::Close, Keep::Simple] {
        for goal in in_order(search) {
            if search.status[goal] == Status::Open && !search.is_cancelled() && !is_behind_open(search, goal) {
                guide.seek(search, goal, width, keep, random)?;
            }
        }
    }
    Ok(())
}

/// Tries to decide a block without asking the program as a whole.
fn try_alone(
    search: &mut Search<'_>,
    goal: GoalIndex,
    effort: &Effort,
    samples: &[Assignment],
    random: &mut Rng,
) -> Result<(), Internal> {
    if search.goals.clones(goal).len() > MAX_CLONES {
        return Ok(());
    }
    let executions = if search.linear.is_exact { effort.if_linear } else { effort.executions };
    let executions = executions.min(PLACES / search.dominators.nodes.len().max(1));
    climb(search, goal, samples, executions, random)?;
    if search.status[goal] == Status::Open {
        search.look_back(goal, effort.questions, effort.work)?;
    }
    if search.status[goal] == Status::Infeasible {
        rule_out(search, goal);
    }
    Ok(())
}

/// Asks the program as a whole for an execution that passes a block, at such a cost at most. The block stays open where
/// that is not enough and more is allowed.
fn ask(search: &mut Search<'_>, goal: GoalIndex, work: Option<u64>) -> Result<(), Internal> {
    let passes = search.passes(goal);
    let hints = hints(search, goal);
    match search.ask_near(&[passes], hints, Wanted::Progress, work)? {
        Found::Nothing(_) => rule_out(search, goal),
        Found::Unknown(reason) if work.is_none() => search.status[goal] = Status::Unknown(reason),
        Found::Test(_) | Found::Unknown(_) => {}
    }
    Ok(())
}

/// The open blocks in the order of the program.
fn in_order(search: &Search<'_>) -> Vec<GoalIndex> {
    let mut open = search.open();
    open.sort_by_key(|goal| search.goals.clones(*goal).first().copied());
    open
}

/// Whether every execution that passes the block passes another open one, which the block does not do in turn. Such a one has a
/// clone on all ways to, or from, any one clone of the block.
fn is_behind_open(search: &Search<'_>, goal: GoalIndex) -> bool {
    let Some(clone) = search.goals.clones(goal).first() else { return false };
    let before = std::iter::successors(Some(*clone), |place| search.dominators.dominator[*place]);
    let behind = std::iter::successors(Some(*clone), |place| search.dominators.postdominator[*place]);
    let mut others = before.chain(behind).flat_map(|place| search.goals.at(place)).copied();
    others.any(|other| {
        search.status[other] == Status::Open && implies(search, goal, other) && !implies(search, other, goal)
    })
}

/// No execution passes the block, so none passes those whose executions all pass it.
fn rule_out(search: &mut Search<'_>, goal: GoalIndex) {
    search.status[goal] = Status::Infeasible;
    for other in search.open() {
        if implies(search, other, goal) {
            search.status[other] = Status::Infeasible;
        }
    }
}

/// The choices of the known execution that comes closest to the block.
fn hints(search: &mut Search<'_>, goal: GoalIndex) -> Vec<Term> {
    let mut closest: Option<(TopoIndex, usize)> = None;
    for clone in search.goals.clones(goal) {
        let before =
            std::iter::successors(search.dominators.dominator[*clone], |place| search.dominators.dominator[*place]);
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

/// Runs the program on random inputs; those of the executions that covered something new, and of the first.
fn random_executions(search: &mut Search<'_>, random: &mut Rng) -> Result<Vec<Assignment>, Internal> {
    let symbols = search.input_symbols();
    let mut samples = Vec::new();
    let mut in_vain = 0;
    for _ in 0..EXECUTIONS {
        if in_vain == IN_VAIN || search.open().is_empty() || search.is_cancelled() {
            break;
        }
        let magnitude = MAGNITUDES[random.usize(..MAGNITUDES.len())];
        let inputs: Assignment =
            symbols.iter().filter_map(|symbol| Some((*symbol, value(search, *symbol, magnitude, random)?))).collect();
        match search.try_inputs(&inputs)? {
            Tried::Kept => {
                in_vain = 0;
                samples.push(inputs);
            }
            Tried::Known if samples.is_empty() => samples.push(inputs),
            Tried::Known | Tried::Blocked => in_vain += 1,
        }
    }
    Ok(samples)
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
