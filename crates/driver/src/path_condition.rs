//! Abstract path conditions of goals that budgets or bounds left open (*Abstracting Path Conditions*).
//!
//! Following paths drowns in loops; a summary of a loop does not. The condition of a goal has a counter for each way
//! round a loop in the place of bounds. If it cannot hold, nothing gets there. A model of it is an input to run, and a
//! goal that the run passes has its test.

use crate::engine::{Answer, Engine, Task};
use crate::formula::OnlyByErrors;
use crate::known::Known;
use crate::polling::BehindPolls;
use clew_apc::{JavaMethod, JavaPlaces, OfCalls, Place};
use clew_base::FastSet;
use clew_facts::{
    Aliasing, Assumption, Assurance, Criterion, CutReason, EngineName, Options, ReachMethod, TestCase, Verdict,
};
use clew_ir::{Body, Cfg, Spot};
use clew_jvm::MethodCode;
use clew_symex::{Observer, Trials, goal_spots};

/// What the conditions may cost, as a part of what the exploration may: one in this many, in work and in time.
const PART: u32 = 4;

/// What all conditions of a method may cost at most, in the solver's units. A million are about a second.
const MAX_WORK: u64 = 2_000_000;

/// What the condition of one goal may cost, as a part of what is left for the method: one in this many.
const PART_OF_GOAL: u64 = 4;

/// Up to which number of iterations conditions are unfolded.
const UNFOLD: u32 = 25;

/// The greatest number of blocks of a method that is asked about: building conditions costs what no solver counts.
const MAX_BLOCKS: usize = 60;

/// The greatest number of goals of a method that are asked about.
const MAX_QUESTIONS: usize = 8;

/// How many inputs are run for one method.
const MAX_RUNS: usize = 6;

/// Conditions with summaries of loops.
pub(crate) struct PathCondition;

impl Engine for PathCondition {
    fn name(&self) -> EngineName {
        EngineName::PathCondition
    }

    fn answer(&self, task: &Task<'_>, known: &Known, _observer: &mut dyn Observer) -> Result<Answer, String> {
        let left = known.goals_with(is_left_open);
        let Ok(code) = task.world.code(task.method) else { return Ok(Answer::default()) };
        let is_suitable = code.body.blocks.len() <= MAX_BLOCKS && has_loop(&code.body);
        if !left.contains(&true) || !is_suitable || task.cancel.is_cancelled() {
            return Ok(Answer::default());
        }
        let cancel = task.part_of_time(PART);
        let work = MAX_WORK.min(task.options.solver_work / u64::from(PART));
        let mut answer = ask(&Task { cancel: &cancel, ..*task }, &code, &left, work);
        answer.clock_bound = cancel.is_cancelled();
        Ok(answer)
    }
}

/// The goals among the wanted, by their positions, that the conditions have no execution to. All of them may cost so much.
pub fn without_execution(task: &Task<'_>, wanted: &[bool], work: u64) -> Vec<usize> {
    let Ok(code) = task.world.code(task.method) else { return Vec::new() };
    let found = if has_loop(&code.body) { ask(task, &code, wanted, work) } else { Answer::default() };
    found.unreachable.into_iter().map(|(goal, _)| goal).collect()
}

/// Asks about the wanted goals in turn.
fn ask(task: &Task<'_>, code: &MethodCode, wanted: &[bool], work: u64) -> Answer {
    let Some(trials) = Trials::new(task.world, task.method, task.options, task.cancel) else {
        return Answer::default();
    };
    let only_by_errors = OnlyByErrors::of(task.world, code, &FastSet::default());
    let behind_polls = BehindPolls::of(task.world, task.method, code);
    let method = JavaMethod {
        world: task.world,
        method: &task.world.method(task.method),
        code,
        decide: ReachMethod::Abstract,
        unfold: UNFOLD,
        calls: if task.options.says_what_calls_do() { OfCalls::Nothing } else { OfCalls::Code },
        cancel: task.cancel.clone(),
    };
    let places = JavaPlaces::of(&method);
    let mut asked = Asked {
        task,
        places,
        only_by_errors,
        behind_polls,
        trials,
        questions: 0,
        runs: 0,
        work,
        answer: Answer::default(),
    };
    for (goal, (_, spots)) in goal_spots(code).iter().enumerate().filter(|(goal, _)| wanted[*goal]) {
        asked.about(goal, spots);
    }
    asked.answer
}

/// Whether a goal is open because loops go round too often: a budget ended before all executions did, or the proof
/// holds within a bound on rounds.
fn is_left_open(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Undecided(reasons) => reasons.iter().any(|reason| matches!(reason, CutReason::Budget(_))),
        Verdict::Unreachable(proof) => {
            proof.assumptions().any(|assumption| matches!(assumption, Assumption::Loop(_) | Assumption::Block(_)))
        }
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) => false,
    }
}

fn has_loop(body: &Body) -> bool {
    !Cfg::compute(body).retreating_edges().is_empty()
}

/// Questions about the goals of one method.
struct Asked<'a> {
    task: &'a Task<'a>,
    places: JavaPlaces<'a>,
    /// What the conditions do not follow.
    only_by_errors: OnlyByErrors,
    behind_polls: BehindPolls<'a>,
    trials: Trials<'a>,
    /// How many goals were asked about.
    questions: usize,
    /// How many inputs were run.
    runs: usize,
    /// What further questions may cost.
    work: u64,
    answer: Answer,
}

impl Asked<'_> {
    fn about(&mut self, goal: usize, spots: &[Spot]) {
        let is_reached = self.answer.tests.iter().any(|test| test.goals.contains(&goal));
        let is_spent = self.work == 0 || self.questions >= MAX_QUESTIONS || self.task.cancel.is_cancelled();
        if is_spent || is_reached {
            return;
        }
        self.questions += 1;
        let gives_tests = gives_tests(self.task.options);
        let work = Some(self.work.div_ceil(PART_OF_GOAL));
        let (trials, runs) = (&mut self.trials, &mut self.runs);
        let found = self.places.ask(&Place::Spots(spots.to_vec()), work, &mut |input| {
            if !gives_tests || *runs >= MAX_RUNS {
                return None;
            }
            *runs += 1;
            trials.test(input).filter(|test: &TestCase| test.goals.contains(&goal))
        });
        self.work = self.work.saturating_sub(found.work);
        match found.found {
            Ok(Some(test)) => self.answer.tests.push(test),
            // What only errors of the virtual machine lead to is not followed.
            Ok(None) if !self.only_by_errors.has_one_of(spots) => {
                let assumed = self.behind_polls.assumed_at(spots);
                self.answer.rule_out(Assurance::issued_by(EngineName::PathCondition), [goal], assumed)
            }
            Ok(None) | Err(_) => {}
        }
    }
}

/// Whether the inputs of models may become tests. Where something is assumed of the heap, or calls are inputs, models
/// need not be as the user wants them. Where every path is to have its test, others are not wanted.
fn gives_tests(options: &Options) -> bool {
    options.heap_assumptions.is_empty()
        && options.input_calls.is_empty()
        && options.aliasing == Aliasing::On
        && options.criterion != Criterion::Paths
}
