//! Places of Java methods that are asked about: the abstract path condition of each, then an exploration for those that it leaves
//! open (`abstracting-path-conditions`).

use crate::engine::{Engine, Task};
use crate::exploration::Exploration;
use crate::formula::{Formula, OnlyByErrors};
use crate::polling::BehindPolls;
use crate::portfolio::ask;
use clew_apc::{JavaMethod, JavaPlaces, OfCalls, Place};
use clew_base::{CancelToken, FastSet};
use clew_facts::{
    Assumption, Assurance, EngineName, GoalKind, JavaReach, JavaTarget, MethodFacts, Outcome, Proof, ReachMethod,
    TargetFacts, TestCase, Verdict,
};
use clew_ir::Spot;
use clew_symex::{Observer, Options, Trials, goal_spots};
use std::collections::BTreeSet;
use std::time::Instant;

/// How many instructions a run of an input takes at most: loops may have many rounds.
const RUN_STEPS: u64 = 3_000_000;

/// The conditions may take one in this many parts of the time, where an exploration can follow.
const PART: u32 = 2;

/// What is asked where the conditions leave places open.
const OTHERS: [&dyn Engine; 2] = [&Exploration, &Formula];

/// What is found about a method of which only some places are of interest.
///
/// # Errors
/// Why the method cannot be explored at all.
pub(crate) fn facts(task: &Task<'_>, reach: &JavaReach, observer: &mut dyn Observer) -> Result<MethodFacts, String> {
    let started = Instant::now();
    let conditions = Conditions::ask(task, reach);
    let is_done = conditions.decide_all() || reach.method == ReachMethod::Abstract;
    let mut rest = task.options.clone();
    let stopped = CancelToken::new();
    if is_done {
        // Only the goals are wanted.
        stopped.cancel();
        rest.max_steps = 0;
    }
    rest.time = task.options.time.map(|time| time.saturating_sub(started.elapsed()));
    let cancel = if is_done { &stopped } else { task.cancel };
    let mut facts = ask(&OTHERS, &Task { options: &rest, cancel, ..*task }, observer)?;
    facts.clock_bound &= !conditions.decide_all();
    conditions.join(reach, &mut facts);
    Ok(facts)
}

/// What the conditions of the places say.
struct Conditions {
    targets: Vec<TargetFacts>,
    tests: Vec<TestCase>,
}

impl Conditions {
    /// Asks about each place in turn.
    fn ask(task: &Task<'_>, reach: &JavaReach) -> Conditions {
        let Task { world, method: id, options, .. } = *task;
        let mut all = Conditions { targets: vec![TargetFacts::default(); reach.targets.len()], tests: Vec::new() };
        let Ok(code) = world.code(id) else { return all };
        if reach.method == ReachMethod::Search {
            return all;
        }
        let part = if reach.method == ReachMethod::Abstract { 1 } else { PART };
        let cancel = task.part_of_time(part);
        let options = Options { rerun_steps: RUN_STEPS, ..options.clone() };
        let Some(mut trials) = Trials::new(world, id, &options, &cancel) else { return all };
        let method = JavaMethod {
            world,
            method: &world.method(id),
            code: &code,
            // A search without tests finds nothing.
            decide: if gives_tests(&options) { reach.method } else { ReachMethod::Abstract },
            unfold: reach.unfold,
            calls: if options.says_what_calls_do() { OfCalls::Nothing } else { OfCalls::Code },
            cancel: cancel.clone(),
        };
        let mut places = JavaPlaces::of(&method);
        for (position, target) in reach.targets.iter().enumerate() {
            let (facts, test) = about(*target, &options, &method, &mut places, &mut trials);
            all.targets[position] = facts;
            all.tests.extend(test);
        }
        all
    }

    /// Whether all places are decided, so that nothing is left to explore.
    fn decide_all(&self) -> bool {
        self.targets.iter().all(|target| target.decided_by.is_some())
    }

    /// Adds what is known to the facts of the method. Only tests that get to one of the places are kept.
    fn join(self, reach: &JavaReach, facts: &mut MethodFacts) {
        let wanted: BTreeSet<usize> = reach.targets.iter().flat_map(|target| goals_of(*target, facts)).collect();
        let ends = reach.targets.contains(&JavaTarget::Exception);
        let is_kept = |test: &TestCase| {
            test.goals.iter().any(|goal| wanted.contains(goal)) || ends && is_exceptional(&test.outcome)
        };
        let mut tests: Vec<TestCase> = self.tests;
        tests.extend(std::mem::take(&mut facts.tests));
        tests.retain(is_kept);
        for (position, goal) in facts.goals.iter_mut().enumerate() {
            match tests.iter().position(|test| test.goals.contains(&position)) {
                Some(test) => goal.verdict = Verdict::Reached { test },
                None if matches!(goal.verdict, Verdict::Reached { .. }) => {
                    goal.verdict = Verdict::Undecided(vec![not_of_interest()]);
                }
                None => {}
            }
        }
        for (target, found) in reach.targets.iter().zip(&self.targets) {
            let Some(proof) = &found.proof else { continue };
            for goal in goals_of(*target, facts) {
                if !matches!(facts.goals[goal].verdict, Verdict::Reached { .. }) {
                    facts.goals[goal].verdict = Verdict::Unreachable(proof.clone());
                }
            }
        }
        facts.tests = tests;
        facts.targets = self.targets;
    }
}

fn not_of_interest() -> clew_facts::CutReason {
    clew_facts::CutReason::Budget("tests of other places".to_owned())
}

/// Whether a call ends in an exception.
fn is_exceptional(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Throws { .. })
}

/// The goals that are reached exactly where a place is.
fn goals_of(target: JavaTarget, facts: &MethodFacts) -> Vec<usize> {
    let goals = facts.goals.iter().enumerate();
    let is_meant = |kind: &GoalKind, line: u32| match target {
        JavaTarget::Line(wanted) => *kind == GoalKind::Line && line == wanted,
        JavaTarget::Assert => *kind == GoalKind::Assert,
        JavaTarget::Exception => false,
    };
    goals.filter(|(_, it)| is_meant(&it.goal.kind, it.goal.line)).map(|(position, _)| position).collect()
}

/// What is found of one place of a method.
fn about(
    target: JavaTarget,
    options: &Options,
    method: &JavaMethod<'_>,
    places: &mut JavaPlaces<'_>,
    trials: &mut Trials<'_>,
) -> (TargetFacts, Option<TestCase>) {
    let goals = goal_spots(method.code);
    let of_kind = |wanted: &dyn Fn(&clew_facts::Goal) -> bool| {
        let meant = goals.iter().enumerate().filter(|(_, (goal, _))| wanted(goal));
        meant.map(|(position, (_, spots))| (position, spots.clone())).unzip::<_, _, Vec<usize>, Vec<Vec<Spot>>>()
    };
    let (positions, spots) = match target {
        JavaTarget::Line(line) => of_kind(&|goal| goal.kind == GoalKind::Line && goal.line == line),
        JavaTarget::Assert => of_kind(&|goal| goal.kind == GoalKind::Assert),
        JavaTarget::Exception => (Vec::new(), Vec::new()),
    };
    let spots = spots.concat();
    let place = match target {
        JavaTarget::Line(_) => Place::Spots(spots.clone()),
        JavaTarget::Assert => Place::Assertion(spots.clone()),
        JavaTarget::Exception => Place::Exception,
    };
    let gives_tests = gives_tests(options);
    let answer = places.ask(&place, None, &mut |input| {
        if !gives_tests {
            return None;
        }
        let test = trials.test(input)?;
        let gets_there = match target {
            JavaTarget::Line(_) | JavaTarget::Assert => test.goals.iter().any(|goal| positions.contains(goal)),
            JavaTarget::Exception => is_exceptional(&test.outcome),
        };
        gets_there.then_some(test)
    });
    // What only errors of the virtual machine lead to is not followed.
    let is_certain = match target {
        JavaTarget::Line(_) | JavaTarget::Assert => {
            !OnlyByErrors::of(method.world, method.code, &FastSet::default()).has_one_of(&spots)
        }
        JavaTarget::Exception => true,
    };
    let (proof, test) = match answer.found {
        Ok(Some(test)) => (None, Some(test)),
        Ok(None) if is_certain => {
            let polls = BehindPolls::of(method.world, method.method.id, method.code);
            let assumed = match target {
                JavaTarget::Line(_) | JavaTarget::Assert => polls.assumed_at(&spots),
                JavaTarget::Exception => polls.assumed_anywhere(),
            };
            (proof(assumed), None)
        }
        Ok(None) | Err(_) => (None, None),
    };
    let decided_by = answer.by.filter(|_| proof.is_some() || test.is_some()).map(str::to_owned);
    (TargetFacts { proof, decided_by, condition: answer.condition, stats: answer.stats }, test)
}

/// Whether models of conditions may become tests: they do not tell what the calls return that are inputs.
fn gives_tests(options: &Options) -> bool {
    options.input_calls.is_empty()
}

/// The proof that no execution gets to a place, as far as it rests on anything.
fn proof(assumed: &[Assumption]) -> Option<Proof> {
    let mut ledger = Assurance::issued_by(EngineName::PathCondition);
    let always = [Assumption::NoVmErrors, Assumption::ClosedWorldJdk];
    always.iter().chain(assumed).for_each(|assumption| ledger.assume(assumption.clone()));
    Proof::of(ledger).ok()
}
