//! What all covering algorithms work with: the formula in a solver, the blocks with what is known of them, and the tests.

use crate::condition::Condition;
use crate::goals::{GoalIndex, Goals};
use crate::inputs::{Input, fact, inputs_of, program_value};
use crate::passive::Passive;
use crate::replay::{Claim, Replay};
use crate::scope::Scope;
use crate::shape::{Place, Shape};
use crate::unwind::{NodeId, Unwound};
use clew_facts::{CoverTest, CutReason};
use clew_ir::{Program, Value};
use clew_smt::{Answer, Incremental, QueryLimits, Statistics, UnknownReason};
use clew_term::{Term, TermPool};

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

/// A way through the graph: for each place on it, which of its outgoing edges is taken.
pub(crate) type Path = Vec<(Place, usize)>;

/// The state of a search for a cover.
pub(crate) struct Search<'a> {
    program: &'a Program,
    unwound: &'a Unwound,
    passive: &'a Passive,
    pub shape: &'a Shape,
    pub condition: &'a Condition,
    pub goals: &'a Goals,
    pub pool: TermPool,
    solver: Incremental,
    limits: QueryLimits,
    inputs: Vec<Input>,
    pub status: Vec<Status>,
    pub tests: Vec<CoverTest>,
    /// The path of each test.
    pub paths: Vec<Path>,
}

/// The program in all forms that a search needs.
pub(crate) struct Subject<'a> {
    pub program: &'a Program,
    pub scope: &'a Scope,
    pub unwound: &'a Unwound,
    pub passive: &'a Passive,
    pub shape: &'a Shape,
    pub condition: &'a Condition,
    pub goals: &'a Goals,
}

impl<'a> Search<'a> {
    pub(crate) fn new(subject: &Subject<'a>, pool: TermPool, limits: QueryLimits) -> Search<'a> {
        let mut solver = Incremental::new();
        subject.condition.facts.iter().for_each(|fact| solver.assert(*fact));
        let entry = subject.unwound.nodes[subject.unwound.entry].activation;
        let mut search = Search {
            program: subject.program,
            unwound: subject.unwound,
            passive: subject.passive,
            shape: subject.shape,
            condition: subject.condition,
            goals: subject.goals,
            pool,
            solver,
            limits,
            inputs: inputs_of(subject.program, subject.scope, entry),
            status: vec![Status::Open; subject.goals.len()],
            tests: Vec::new(),
            paths: Vec::new(),
        };
        for goal in 0..search.goals.len() {
            if search.goals.clones(goal).is_empty() {
                search.status[goal] = Status::Infeasible;
            }
        }
        search
    }

    /// The blocks of which nothing is known.
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
        self.solver.assert(constraint);
    }

    /// Looks for an execution under assumptions. One that is found is run, kept as a test, and its blocks are covered.
    pub(crate) fn ask(&mut self, assumptions: &[Term]) -> Result<Found, Internal> {
        match self.solver.check(&self.pool, assumptions, &self.limits) {
            Answer::Unsat(core) => Ok(Found::Nothing(core)),
            Answer::Unknown(reason) => Ok(Found::Unknown(self.reason(&reason))),
            Answer::Sat => self.keep(),
        }
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

    /// Runs the execution of the solver's model and keeps it.
    fn keep(&mut self) -> Result<Found, Internal> {
        let unread = || CutReason::SolverUnknown(UnknownReason::BadModel.to_string());
        let Some(path) = self.path() else { return Ok(Found::Unknown(unread())) };
        let Some(values) = self.values() else { return Ok(Found::Unknown(unread())) };
        let nodes: Vec<NodeId> = path.iter().map(|(place, _)| self.shape.nodes[*place]).collect();
        let claim = Claim {
            program: self.program,
            unwound: self.unwound,
            passive: self.passive,
            path: &nodes,
            inputs: &values,
        };
        let run = match claim.run(&|symbol| self.solver.value(&self.pool, symbol)) {
            Replay::Confirmed(run) => run,
            Replay::OutOfReach => {
                return Ok(Found::Unknown(CutReason::Unsupported("a number too large to compute with".to_owned())));
            }
            Replay::Refuted(line) => return Err(Internal(line)),
        };
        let test = self.tests.len();
        let inputs = values.iter().filter_map(|(input, value)| Some((input.name.to_string(), fact(value)?)));
        self.tests.push(CoverTest { inputs: inputs.collect(), blocks: run.labels(self.program) });
        for node in nodes {
            if let Some(goal) = self.goals.of_node(self.unwound, node)
                && !matches!(self.status[goal], Status::Covered(_))
            {
                self.status[goal] = Status::Covered(test);
            }
        }
        self.paths.push(path);
        Ok(Found::Test(test))
    }

    /// The way that the model takes.
    fn path(&self) -> Option<Path> {
        let mut path = Path::new();
        let mut place = 0;
        loop {
            let choices = &self.condition.choices[place];
            let mut way = choices.len();
            for (position, symbol) in choices.iter().enumerate() {
                if self.solver.value(&self.pool, *symbol)?.as_bool()? {
                    way = position;
                    break;
                }
            }
            path.push((place, way));
            match self.shape.outgoing[place].get(way) {
                Some((_, next)) => place = *next,
                None => return Some(path),
            }
        }
    }

    /// The model's values of the inputs. One that no formula speaks of is zero.
    fn values(&self) -> Option<Vec<(Input, Value)>> {
        let value = |input: &Input| {
            let value = match self.passive.unwritten.get(&input.variable) {
                Some(symbol) => program_value(&self.solver.value(&self.pool, *symbol)?, input.ty)?,
                None => Value::zero(input.ty),
            };
            Some((input.clone(), value))
        };
        self.inputs.iter().map(value).collect()
    }

    /// Decides the blocks that are open one by one.
    pub(crate) fn settle(&mut self) -> Result<(), Internal> {
        for goal in self.open() {
            if self.status[goal] != Status::Open {
                continue;
            }
            let passes = self.passes(goal);
            match self.ask(&[passes])? {
                Found::Test(_) => {}
                Found::Nothing(_) => self.status[goal] = Status::Infeasible,
                Found::Unknown(reason) => self.status[goal] = Status::Unknown(reason),
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

    /// What the questions took.
    pub(crate) fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}
