//! Concolic execution (`unverified-executions`, section 4): in rounds, methods are explored with calls that ran for real, and the calls
//! that they ask for run in the caged JVM.
//!
//! It comes after all engines, for goals that these have left open. It gives tests and nothing else: what they reach, a recorded run of
//! each of them tells, as for all tests.

mod tell;
mod vary;

pub use tell::{as_json, sentence};

use crate::gather::results_of;
use crate::suite::TestWriter;
use crate::ui::{CountProgress, ShowProgress};
use clew_base::CancelToken;
use clew_engine::{Job, JobResult, Options, PoolOptions};
use clew_facts::{Concolic, MethodFacts, MethodKey, RealAnswer, RealCall, TestCase, Verdict};
use clew_jvm::World;
use vary::Words;

/// How many rounds there are at most. The first one only asks; one more is needed for each call on what another call gives.
const ROUNDS: usize = 5;
/// How many calls of one method run for real in one round at most.
const MOST_CALLS: usize = 160;
/// How many answers an exploration knows of one method that is called: each may divide a path.
const MOST_ANSWERS: usize = 32;
/// How many of them may have the same end.
const MOST_ALIKE: usize = 6;

/// Whether calls run for real.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForReal {
    /// They do, in the cage.
    On,
    /// They do not.
    Off,
}

/// What concolic execution was asked about a method, and what came of it.
pub struct Looked {
    /// The method.
    pub key: MethodKey,
    /// The goals that were looked for, by their positions.
    pub wanted: Vec<usize>,
    /// The calls that ran for real, with their ends.
    pub answers: Vec<RealAnswer>,
    /// The tests that were found.
    pub tests: Vec<TestCase>,
}

/// A method under way.
struct Method {
    job: usize,
    looked: Looked,
    /// All calls that were asked about, answered or not.
    asked: Vec<RealCall>,
    words: Words,
    /// Whether there is something that the last round did not know.
    goes_on: bool,
}

/// Does all jobs, and then looks for tests behind calls that run for real. Gives the results with these tests, in the order of the jobs.
///
/// # Errors
/// A line that says why calls cannot run.
pub fn explore(
    world: &World,
    jobs: &[Job],
    writer: &mut TestWriter,
    options: &PoolOptions,
    cancel: &CancelToken,
) -> Result<(Vec<JobResult>, Vec<Looked>), String> {
    let mut results = results_in_silence(jobs, options, cancel);
    let looked = look(world, jobs, &mut results, writer, options, cancel)?;
    Ok((results, looked))
}

fn results_in_silence(jobs: &[Job], options: &PoolOptions, cancel: &CancelToken) -> Vec<JobResult> {
    results_of(jobs, options, CountProgress::new(ShowProgress::Never, "", jobs.len()), cancel)
}

/// Looks for tests behind calls that run for real, and adds them to what is known of the methods.
fn look(
    world: &World,
    jobs: &[Job],
    results: &mut [JobResult],
    writer: &mut TestWriter,
    pool_options: &PoolOptions,
    cancel: &CancelToken,
) -> Result<Vec<Looked>, String> {
    let open = results.iter().enumerate().filter_map(|(job, result)| open(world, job, result.facts()?));
    let mut methods: Vec<Method> = open.collect();
    for round in 0..ROUNDS {
        let going = methods.iter().filter(|method| method.goes_on);
        let round_jobs: Vec<Job> = going.map(|method| method.next_job(&jobs[method.job])).collect();
        if round_jobs.is_empty() || cancel.is_requested() {
            break;
        }
        let round_results = results_in_silence(&round_jobs, pool_options, cancel);
        let going = methods.iter_mut().filter(|method| method.goes_on);
        for (method, found) in going.zip(round_results) {
            let Some(found) = found.facts() else {
                method.goes_on = false;
                continue;
            };
            if let JobResult::Facts(facts) = &mut results[method.job] {
                method.learn(round, found, facts);
            }
            let calls = if round + 1 < ROUNDS { method.calls(&found.asked) } else { Vec::new() };
            let ends = writer.call_for_real(&calls).map_err(|error| format!("cannot run calls for real: {error}"))?;
            method.hear(calls, ends);
        }
    }
    Ok(methods.into_iter().map(|method| method.looked).collect())
}

/// The method, if it has goals that are open.
fn open(world: &World, job: usize, facts: &MethodFacts) -> Option<Method> {
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Undecided(_));
    let goals = facts.goals.iter().enumerate().filter(|(_, goal)| is_open(&goal.verdict));
    let wanted: Vec<usize> = goals.map(|(goal, _)| goal).collect();
    if wanted.is_empty() {
        return None;
    }
    let looked = Looked { key: facts.key.clone(), wanted, answers: Vec::new(), tests: Vec::new() };
    Some(Method { job, looked, asked: Vec::new(), words: Words::of(world, &facts.key), goes_on: true })
}

impl Method {
    fn next_job(&self, job: &Job) -> Job {
        let Looked { wanted, answers, .. } = &self.looked;
        let concolic = Concolic { wanted: wanted.clone(), answers: answers.clone() };
        Job { options: Options { concolic: Some(concolic), attacks: false, ..job.options.clone() }, ..job.clone() }
    }

    /// Takes over the tests of a round. The first one knew no more than the engines did.
    fn learn(&mut self, round: usize, found: &MethodFacts, facts: &mut MethodFacts) {
        facts.clock_bound |= found.clock_bound;
        for test in found.tests.iter().filter(|_| round > 0) {
            if !facts.tests.iter().any(|known| known.has_input_of(test)) {
                facts.tests.push(test.clone());
                self.looked.tests.push(test.clone());
            }
        }
    }

    /// The calls that are to run: those that a round asks for, and like ones with other arguments.
    fn calls(&self, asked: &[RealCall]) -> Vec<RealCall> {
        let mut calls: Vec<RealCall> = Vec::new();
        let varied: Vec<Vec<RealCall>> = asked.iter().map(|call| self.words.variations(call)).collect();
        let longest = varied.iter().map(Vec::len).max().unwrap_or(0);
        let in_turn = (0..longest).flat_map(|at| varied.iter().filter_map(move |calls| calls.get(at)));
        for call in asked.iter().chain(in_turn) {
            if calls.len() >= MOST_CALLS {
                break;
            }
            if !self.asked.contains(call) && !calls.contains(call) {
                calls.push(call.clone());
            }
        }
        calls
    }

    /// Takes note of how calls ended. Of many that ended the same way, only some are of use.
    fn hear(&mut self, calls: Vec<RealCall>, ends: Vec<RealAnswer>) {
        self.asked.extend(calls);
        let before = self.looked.answers.len();
        for answer in ends {
            let known = self.looked.answers.iter().filter(|known| known.call.method == answer.call.method);
            let (count, alike) =
                known.fold((0, 0), |(count, alike), known| (count + 1, alike + usize::from(known.end == answer.end)));
            if count < MOST_ANSWERS && alike < MOST_ALIKE {
                self.looked.answers.push(answer);
            }
        }
        self.goes_on = self.looked.answers.len() > before;
    }
}
