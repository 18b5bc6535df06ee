//! What all covering algorithms work with: the formula in solvers, the blocks with what is known of them, and the tests.

use crate::condition::{Condition, Path};
use crate::dominators::{Dominators, TopoIndex};
use crate::execution::{Executor, Preference};
use crate::formula::Formula;
use crate::frames::{Backward, Frames};
use crate::goals::{GoalIndex, Goals};
use crate::inputs::{Input, fact, inputs_of, program_value};
use crate::linear::{Linear, invariants};
use crate::oracle::{Oracle, Proposal, Values, last_at};
use crate::passive::Passive;
use crate::regions::Regions;
use crate::replay::{Claim, Replay};
use crate::scope::Scope;
use crate::summary::Pair;
use crate::unwind::{NodeId, Unwound};
use clew_base::FastSet;
use clew_facts::{CoverTest, CutReason};
use clew_ir::{Program, Value, Visit};
use clew_smt::{QueryLimits, UnknownReason};
use clew_term::{Assignment, SymbolId, Term, TermPool};
use std::ops::Add;
use std::time::Duration;

/// How many ways are tried before all of the formula is solved at once for the first time, and how much work that may take
/// then, in the solver's units; both grow each time by [`GROWTH`].
const FIRST_TRIES: usize = 12;
const FIRST_WORK: u64 = 200_000;
const GROWTH: usize = 3;

/// What is known of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Nothing yet.
    Open,
    /// The test at this position passes it.
    Covered(usize),
    /// No complete execution within the bounds passes it.
    Infeasible,
    /// A limit was hit.
    Unknown(CutReason),
}

/// What a question found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A test, at this position.
    Test(usize),
    /// These assumptions allow no execution.
    Nothing(Vec<Term>),
    /// A limit was hit.
    Unknown(CutReason),
}

/// A model that its execution refutes, or another sign that this program is wrong; a line that says what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Internal(pub String);

/// What an answer to a question must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// An execution on which the assumptions hold.
    Execution,
    /// The same, or any that passes an open block.
    Progress,
}

/// What came of running the program on some inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tried {
    /// A test that covers something new.
    Kept,
    /// An execution that covers nothing new.
    Known,
    /// No complete execution.
    Blocked,
}

/// The state of a search for a cover.
pub(crate) struct Search<'a> {
    program: &'a Program,
    unwound: &'a Unwound,
    pub passive: &'a Passive,
    pub dominators: &'a Dominators,
    pub condition: &'a Condition,
    pub goals: &'a Goals,
    pub linear: &'a Linear,
    pub pool: TermPool,
    oracle: Oracle<'a>,
    frames: Frames<'a>,
    pub executor: Executor<'a>,
    limits: QueryLimits,
    inputs: Vec<Input>,
    pub status: Vec<Status>,
    pub tests: Vec<CoverTest>,
    /// The path of each test.
    pub paths: Vec<Path>,
    /// What callers of the procedure would see of the tests, in their order.
    pub pairs: Vec<Pair>,
    /// How many tests are enough, also where more would cover more.
    enough: usize,
    questions: u64,
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    /// Questions.
    pub questions: u64,
    /// How often a solver was asked for them.
    pub checks: u64,
    /// The solvers' time.
    pub time: Duration,
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            questions: self.questions + other.questions,
            checks: self.checks + other.checks,
            time: self.time + other.time,
        }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        program: &'a Program,
        scope: &Scope,
        formula: &'a Formula,
        pool: TermPool,
        limits: QueryLimits,
    ) -> Search<'a> {
        let Formula { unwound, passive, dominators, goals, linear, condition } = formula;
        let entry = unwound.nodes[unwound.entry].activation;
        let mut search = Search {
            program,
            unwound,
            passive,
            dominators,
            condition,
            goals,
            linear,
            oracle: Oracle::new(passive, dominators, condition),
            frames: Frames::new(passive, dominators, condition),
            executor: Executor::new(passive, dominators, &pool),
            pool,
            limits,
            inputs: inputs_of(program, scope, entry),
            status: vec![Status::Open; goals.len()],
            tests: Vec::new(),
            paths: Vec::new(),
            pairs: Vec::new(),
            enough: usize::MAX,
            questions: 0,
        };
        for goal in 0..search.goals.len() {
            if search.goals.clones(goal).is_empty() {
                search.status[goal] = Status::Infeasible;
            }
        }
        search
    }

    /// The blocks without a verdict.
    pub(crate) fn open(&self) -> Vec<GoalIndex> {
        (0..self.status.len()).filter(|goal| self.status[*goal] == Status::Open).collect()
    }

    /// That an execution passes a clone of the block.
    pub(crate) fn passes(&mut self, goal: GoalIndex) -> Term {
        let clones: Vec<Term> = self.goals.clones(goal).iter().map(|place| self.condition.reached[*place]).collect();
        self.pool.or_all(&clones)
    }

    /// Restricts all later questions.
    pub(crate) fn assert(&mut self, constraint: Term) {
        self.oracle.assert(constraint);
    }

    /// Looks for an execution under assumptions. One that is found is run, kept as a test, and its blocks are covered.
    pub(crate) fn ask(&mut self, assumptions: &[Term], wanted: Wanted) -> Result<Found, Internal> {
        self.ask_near(assumptions, Vec::new(), wanted, None)
    }

    /// The same, at such a cost at most, in the solver's units, where it is less than what is allowed anyway. Ways on which the
    /// hints hold are tried first, as many of them as can hold together.
    pub(crate) fn ask_near(
        &mut self,
        assumptions: &[Term],
        mut hints: Vec<Term>,
        wanted: Wanted,
        at_most: Option<u64>,
    ) -> Result<Found, Internal> {
        self.questions += 1;
        let spent = self.limits.meter.total();
        let (mut tries, mut work) = (FIRST_TRIES, FIRST_WORK);
        loop {
            for _ in 0..tries {
                let path = match self.propose_near(assumptions, &mut hints) {
                    Proposal::Way(path) => path,
                    Proposal::Nothing(core) => return Ok(Found::Nothing(core)),
                    Proposal::Unknown(reason) => return Ok(Found::Unknown(self.reason(&reason))),
                };
                if let Some(test) = self.realize(&path, assumptions, wanted)? {
                    return Ok(Found::Test(test));
                }
            }
            let limits = self.limits_of(work);
            match self.oracle.solve(&mut self.pool, assumptions, &limits) {
                Proposal::Way(path) => {
                    if let Values::None { .. } = self.oracle.values(&path, &mut self.pool, &self.limits) {
                        return Err(Internal("two solvers disagree about a path".to_owned()));
                    }
                    if let Some(test) = self.realize(&path, assumptions, wanted)? {
                        return Ok(Found::Test(test));
                    }
                }
                Proposal::Nothing(core) => return Ok(Found::Nothing(core)),
                Proposal::Unknown(_) if self.limits.cancel.is_cancelled() => {
                    return Ok(Found::Unknown(self.reason(&UnknownReason::Cancelled)));
                }
                Proposal::Unknown(_) => {}
            }
            let is_spent = |work: u64| self.limits.meter.total().saturating_sub(spent) > work;
            let allowed = at_most.into_iter().chain(self.limits.work).min();
            if allowed.is_some_and(is_spent) {
                return Ok(Found::Unknown(self.reason(&UnknownReason::WorkLimit)));
            }
            tries = tries.saturating_mul(GROWTH);
            work = work.saturating_mul(GROWTH as u64);
        }
    }

    /// Rules out what linear equations and congruences show to be infeasible.
    pub(crate) fn rule_out_by_equations(&mut self) {
        let regions = Regions::of(self.passive, self.dominators);
        let Some(possible) = invariants::possible(self.linear, self.dominators, &regions, &|| !self.is_cancelled())
        else {
            return;
        };
        for goal in self.open() {
            if self.goals.clones(goal).iter().all(|clone| !possible[*clone]) {
                self.status[goal] = Status::Infeasible;
            }
        }
    }

    /// Looks backwards from a block for an execution that passes it. At most `questions` are asked for each of its clones, and
    /// each may cost `work` units of the solver. The block stays open if no answer decides it.
    pub(crate) fn look_back(&mut self, goal: GoalIndex, questions: usize, work: u64) -> Result<(), Internal> {
        self.questions += 1;
        let limits = self.limits_of(work);
        let mut is_infeasible = true;
        for clone in self.goals.clones(goal) {
            match self.frames.reach(*clone, questions, &mut self.pool, &limits) {
                Backward::Never => {}
                Backward::Unknown => is_infeasible = false,
                Backward::Inputs(inputs) => {
                    self.try_inputs(&inputs)?;
                    is_infeasible = false;
                }
            }
            if self.status[goal] != Status::Open {
                return Ok(());
            }
        }
        if is_infeasible {
            self.status[goal] = Status::Infeasible;
        }
        Ok(())
    }

    /// Proposes a way on which the assumptions hold and as many hints as possible; the others are dropped.
    fn propose_near(&mut self, assumptions: &[Term], hints: &mut Vec<Term>) -> Proposal {
        loop {
            let all: Vec<Term> = assumptions.iter().chain(hints.iter()).copied().collect();
            match self.oracle.propose(&self.pool, &all, &self.limits) {
                Proposal::Nothing(core) => {
                    let before = hints.len();
                    hints.retain(|hint| !core.contains(hint) || assumptions.contains(hint));
                    if hints.len() == before {
                        return Proposal::Nothing(core);
                    }
                }
                Proposal::Unknown(_) if !hints.is_empty() => hints.clear(),
                proposal => return proposal,
            }
        }
    }

    fn limits_of(&self, work: u64) -> QueryLimits {
        QueryLimits { work: Some(self.limits.work.map_or(work, |limit| limit.min(work))), ..self.limits.clone() }
    }

    /// A test on this way, or on one that begins with a part of it; where there is none, the way is not proposed again.
    fn realize(&mut self, path: &Path, assumptions: &[Term], wanted: Wanted) -> Result<Option<usize>, Internal> {
        let open: FastSet<TopoIndex> =
            self.open().into_iter().flat_map(|goal| self.goals.clones(goal)).copied().collect();
        let end = path.len() - 1;
        let mut upto = last_at(path, path.len(), &open).unwrap_or(end);
        let mut may_shorten = wanted == Wanted::Progress;
        loop {
            match self.oracle.values(&path[..=upto], &mut self.pool, &self.limits) {
                Values::Found(model) => {
                    let inputs = model.assignment().clone();
                    let found = self.follow(&inputs, &path[..=upto], &open);
                    let is_good = |found: &Path| {
                        let news = wanted == Wanted::Progress && found.iter().any(|(place, _)| open.contains(place));
                        news || self.oracle.admits(found, assumptions, &self.pool)
                    };
                    if let Some(found) = found.filter(is_good) {
                        let kept = self.keep(found, &inputs)?;
                        return Ok(kept.map_err(|reason| self.oracle.give_up(path, reason, &mut self.pool)).ok());
                    }
                    if upto == end {
                        self.oracle.give_up(path, UnknownReason::BadModel, &mut self.pool);
                        return Ok(None);
                    }
                    // No execution begins like this and comes to an end, as far as it was followed.
                    (upto, may_shorten) = (end, false);
                }
                Values::Unknown => return Ok(None),
                Values::None { last } => match last_at(path, last, &open) {
                    Some(earlier) if may_shorten => upto = earlier,
                    _ => return Ok(None),
                },
            }
        }
    }

    /// Looks for an execution that takes these edges from the entry on, at such a cost at most, in the solver's units, and tries its
    /// inputs.
    pub(crate) fn try_way(&mut self, edges: &[usize], work: u64) -> Result<Option<Assignment>, Internal> {
        self.questions += 1;
        let (mut way, mut place) = (Path::new(), 0);
        for edge in edges {
            let Some(taken) = self.dominators.outgoing[place].iter().position(|(out, _)| out == edge) else {
                return Err(Internal("a way has a gap".to_owned()));
            };
            way.push((place, taken));
            place = self.dominators.outgoing[place][taken].1;
        }
        way.push((place, 0));
        let limits = self.limits_of(work);
        let Ok(Values::Found(model)) = self.oracle.try_values(&way, &mut self.pool, &limits) else {
            return Ok(None);
        };
        let inputs = model.assignment().clone();
        self.try_inputs(&inputs)?;
        Ok(Some(inputs))
    }

    /// Runs the program on these inputs. True if that covers something new, and is kept as a test.
    pub(crate) fn try_inputs(&mut self, inputs: &Assignment) -> Result<Tried, Internal> {
        let (goals, status) = (self.goals, &self.status);
        let is_open = |place: TopoIndex| goals.at(place).iter().any(|goal| status[*goal] == Status::Open);
        let Some(path) = self.executor.execute(inputs, &[], &self.pool, &mut Towards(is_open)) else {
            return Ok(Tried::Blocked);
        };
        if !path.iter().any(|(place, _)| is_open(*place)) {
            return Ok(Tried::Known);
        }
        Ok(if self.keep(path, inputs)?.is_ok() { Tried::Kept } else { Tried::Blocked })
    }

    /// Runs the program on these inputs, on ways to these places where it may choose. What covers something new is kept as
    /// a test.
    pub(crate) fn run(&mut self, inputs: &Assignment, towards: &FastSet<TopoIndex>) -> Result<Option<Path>, Internal> {
        let Some(path) = self.follow(inputs, &[], towards) else { return Ok(None) };
        let is_new = |place: &TopoIndex| self.goals.at(*place).iter().any(|goal| self.status[*goal] == Status::Open);
        if path.iter().any(|(place, _)| is_new(place)) {
            // One that the interpreter can't follow covers nothing.
            let _: Result<usize, UnknownReason> = self.keep(path.clone(), inputs)?;
        }
        Ok(Some(path))
    }

    /// Ends the search after this many tests, even if more would cover more.
    pub(crate) fn stop_at(&mut self, tests: usize) {
        self.enough = tests;
    }

    /// Whether there are enough tests.
    pub(crate) fn has_enough(&self) -> bool {
        self.tests.len() >= self.enough
    }

    /// Whether there is no more time.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.limits.cancel.is_cancelled()
    }

    /// The symbols that stand for inputs.
    pub(crate) fn input_symbols(&self) -> Vec<SymbolId> {
        self.inputs.iter().filter_map(|input| self.passive.unwritten.get(&input.variable)).copied().collect()
    }

    /// The complete execution on these inputs that begins like this.
    fn follow(
        &mut self,
        inputs: &Assignment,
        beginning: &[(TopoIndex, usize)],
        open: &FastSet<TopoIndex>,
    ) -> Option<Path> {
        let mut preference = Towards(|place: TopoIndex| open.contains(&place));
        self.executor.execute(inputs, beginning, &self.pool, &mut preference)
    }

    fn reason(&self, reason: &UnknownReason) -> CutReason {
        match reason {
            UnknownReason::Cancelled if self.limits.cancel.is_requested() => {
                CutReason::Budget("interrupted".to_owned())
            }
            UnknownReason::Cancelled | UnknownReason::TimeLimit => CutReason::Budget("time".to_owned()),
            UnknownReason::Memory => CutReason::Memory,
            UnknownReason::WorkLimit
            | UnknownReason::Unsupported(_)
            | UnknownReason::BadModel
            | UnknownReason::Backend(_) => CutReason::SolverUnknown(reason.to_string()),
        }
    }

    /// Runs an execution on the interpreter and keeps it as a test; or says why it cannot be run.
    fn keep(&mut self, path: Path, model: &Assignment) -> Result<Result<usize, UnknownReason>, Internal> {
        let Some(values) = self.input_values(model) else { return Ok(Err(UnknownReason::BadModel)) };
        let nodes: Vec<NodeId> = path.iter().map(|(place, _)| self.dominators.nodes[*place]).collect();
        let claim = Claim {
            program: self.program,
            unwound: self.unwound,
            passive: self.passive,
            path: &nodes,
            inputs: &values,
        };
        let followed = match claim.run(&|symbol| model.get(symbol).cloned()) {
            Replay::Confirmed(followed) => followed,
            Replay::OutOfReach => {
                return Ok(Err(UnknownReason::Unsupported("a number too large to compute with".to_owned())));
            }
            Replay::Refuted(line) => return Err(Internal(line)),
        };
        let inputs = values.iter().filter_map(|(input, value)| Some((input.name.to_string(), fact(value)?)));
        let test = CoverTest { inputs: inputs.collect(), blocks: followed.run.labels(self.program) };
        self.pairs.extend(followed.pair(self.program));
        Ok(Ok(self.add(test, path)))
    }

    /// Adds a test that was run, and notes what it covers.
    fn add(&mut self, test: CoverTest, path: Path) -> usize {
        let position = self.tests.len();
        self.tests.push(test);
        for goal in path.iter().flat_map(|(place, _)| self.goals.at(*place)) {
            if !matches!(self.status[*goal], Status::Covered(_)) {
                self.status[*goal] = Status::Covered(position);
            }
        }
        self.paths.push(path);
        position
    }

    /// Takes over a test of the same program, whose execution passes these blocks.
    pub(crate) fn take_over(&mut self, test: CoverTest, visits: &[Visit]) -> Result<(), Internal> {
        match self.path_along(visits) {
            Some(path) => self.add(test, path),
            None => return Err(Internal(format!("an execution goes where no way leads: {}", test.blocks.join(" ")))),
        };
        Ok(())
    }

    /// The way of a complete execution that passes these blocks.
    fn path_along(&self, visits: &[Visit]) -> Option<Path> {
        let node = |place: TopoIndex| &self.unwound.nodes[self.dominators.nodes[place]];
        let (mut path, mut place, mut rest) = (Path::new(), 0, visits.get(1..)?);
        loop {
            let ways = &self.dominators.outgoing[place];
            if ways.is_empty() {
                path.push((place, 0));
                return rest.is_empty().then_some(path);
            }
            // What stands in the middle of a block is passed without a visit.
            let leads_on =
                |to: TopoIndex| node(to).from != 0 || rest.first().is_some_and(|next| next.block == node(to).block);
            let way = ways.iter().position(|(_, to)| leads_on(*to))?;
            path.push((place, way));
            place = ways[way].1;
            rest = &rest[usize::from(node(place).from == 0)..];
        }
    }

    /// The values of the inputs in a model. One that no formula speaks of is zero.
    fn input_values(&self, model: &Assignment) -> Option<Vec<(Input, Value)>> {
        let value = |input: &Input| {
            if let Some(value) = self.passive.fixed.get(&input.variable) {
                return Some((input.clone(), value.clone()));
            }
            let symbol = self.passive.unwritten.get(&input.variable);
            let value = match symbol.and_then(|symbol| model.get(*symbol)) {
                Some(value) => program_value(value, input.ty)?,
                None => Value::zero(input.ty),
            };
            Some((input.clone(), value))
        };
        self.inputs.iter().map(value).collect()
    }

    /// Decides the blocks that are open one by one.
    pub(crate) fn settle(&mut self) -> Result<(), Internal> {
        for goal in self.open() {
            // A test may pass another open block in place of this one, but not more often than there are such.
            while self.status[goal] == Status::Open {
                let passes = self.passes(goal);
                match self.ask(&[passes], Wanted::Progress)? {
                    Found::Test(_) => {}
                    Found::Nothing(_) => self.status[goal] = Status::Infeasible,
                    Found::Unknown(reason) => self.status[goal] = Status::Unknown(reason),
                }
            }
        }
        Ok(())
    }

    /// No execution passes a block that is still open.
    pub(crate) fn rest_is_infeasible(&mut self) {
        for goal in self.open() {
            self.status[goal] = Status::Infeasible;
        }
    }

    /// What it took.
    pub(crate) fn cost(&self) -> Cost {
        let ((checks, time), (more, longer)) = (self.oracle.cost(), self.frames.cost());
        Cost { questions: self.questions, checks: checks + more, time: time + longer }
    }
}

/// Takes ways to wanted places first.
struct Towards<W>(W);

impl<W: Fn(TopoIndex) -> bool> Preference for Towards<W> {
    fn first(&mut self, ways: &[TopoIndex]) -> usize {
        ways.iter().rposition(|place| (self.0)(*place)).unwrap_or(ways.len() - 1)
    }
}
