//! Takes results as they come, and has the tests of a class written when its last method is there.

use crate::attacks;
use crate::credit::{credit_others, credit_own};
use crate::report::{MethodEntry, Replay, Results, Trouble};
use crate::select::SelectedClass;
use crate::settle::{prefer_written, settle};
use crate::status::Status;
use crate::suite::{TestWriter, unwritten};
use crate::ui::Progress;
use crate::untargeted::Untargeted;
use clew_engine::{Event, JobResult, Listener};
use clew_facts::{Elsewhere, MethodFacts, MethodKey, TestCase, Verdict};
use clew_jvm::World;
use clew_testgen::{LeftOut, Recording, SuiteError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// What a run found.
pub struct Found {
    /// All about the methods, of which there is one for each job, in order.
    pub results: Results,
    /// How many test classes were written.
    pub test_classes: usize,
    /// The worst that happened.
    pub status: Status,
}

/// Gives more inputs to try on a method, beside those of its exploration.
pub type MoreInputs = fn(&World, &MethodFacts) -> Vec<TestCase>;

/// Collects the results of a run. They come in the order of the jobs: class by class.
pub struct Collector<'a> {
    world: &'a World,
    classes: &'a [SelectedClass],
    writer: &'a mut TestWriter,
    more: MoreInputs,
    progress: Progress,
    /// Position of the class whose results are coming.
    class: usize,
    pending: Vec<MethodEntry>,
    /// Whether the user knows that files cannot be written.
    told_of_storage: bool,
    /// The methods that are no targets.
    left_out: Vec<MethodKey>,
    /// What the user knows that cannot be recorded.
    told_of_unrecorded: BTreeSet<String>,
    found: Found,
}

impl<'a> Collector<'a> {
    /// A collector for the methods of these classes, and of those that are no targets.
    pub fn new(
        world: &'a World,
        classes: &'a [SelectedClass],
        left_out: Vec<MethodKey>,
        writer: &'a mut TestWriter,
        more: MoreInputs,
        progress: Progress,
    ) -> Collector<'a> {
        let found = Found { results: Results::default(), test_classes: 0, status: Status::Done };
        Collector {
            world,
            classes,
            writer,
            more,
            progress,
            class: 0,
            pending: Vec::new(),
            told_of_storage: false,
            left_out,
            told_of_unrecorded: BTreeSet::new(),
            found,
        }
    }

    /// The methods of the classes whose tests were run, or were not to be; what is known of them now does not change with these tests.
    pub fn settled(&self) -> &[MethodEntry] {
        &self.found.results.methods
    }

    /// Says that something goes wrong.
    pub fn complain(&self, line: impl Display) {
        self.progress.complain(line);
    }

    /// What was found.
    pub fn finish(mut self) -> Found {
        self.progress.clear();
        self.run_together();
        let results = &mut self.found.results;
        let contradictions = credit_others(&mut results.methods, &results.executions);
        results.untargeted = Untargeted::of(self.world, std::mem::take(&mut self.left_out), &results.executions);
        self.disproved(&contradictions);
        self.found
    }

    /// Has all tests run together that were written, and notes which of them were taken out for that.
    fn run_together(&mut self) {
        let left_out = match self.writer.run_together() {
            Ok(left_out) => left_out,
            Err(error) => {
                self.progress.complain(format!("cannot run the tests together: {error}"));
                self.found.status.worsen(if error.is_storage() { Status::BadInput } else { Status::Internal });
                return;
            }
        };
        let gone: BTreeSet<&str> =
            left_out.iter().filter(|test| test.file_is_gone).map(|test| test.tested.as_str()).collect();
        self.found.test_classes -= gone.len();
        let mut reasons: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        for LeftOut { tested, name, reason, .. } in &left_out {
            reasons.insert((tested, name), reason);
        }
        for entry in &mut self.found.results.methods {
            for test in entry.tests.iter_mut().filter(|test| test.replay == Replay::Confirmed) {
                let name = test.name.as_deref().unwrap_or_default();
                if let Some(reason) = reasons.get(&(entry.key.class.as_str(), name)) {
                    test.replay = Replay::Interferes { reason: (*reason).to_owned() };
                }
            }
            prefer_written(entry);
        }
    }

    /// An execution that contradicts a proof without assumptions, or the predicted way of a test, is always a bug in Clew.
    fn disproved(&mut self, contradictions: &[impl Display]) {
        for contradiction in contradictions {
            self.progress.complain(format!("{contradiction}; this is a bug in Clew, please report it"));
            self.found.status.worsen(Status::Internal);
        }
    }

    fn entry(&mut self, key: MethodKey, result: JobResult) -> MethodEntry {
        let (facts, trouble) = match result {
            JobResult::Facts(mut facts) => {
                let more = (self.more)(self.world, &facts);
                facts.tests.extend(more);
                (Some(*facts), None)
            }
            JobResult::Crashed { what, facts } => {
                self.progress.complain(format!("{what}: {key}; its goals are undecided, the other methods go on"));
                (Some(*facts), Some(Trouble::Crashed(what)))
            }
            JobResult::Failed(reason) => {
                self.progress.complain(format!("cannot process: {key} ({reason})"));
                self.found.status.worsen(Status::BadInput);
                (None, Some(Trouble::Failed(reason)))
            }
            JobResult::Internal(message) => {
                self.progress.complain(format!("internal error: {key} ({message}); please report it"));
                self.found.status.worsen(Status::Internal);
                (None, Some(Trouble::Internal(message)))
            }
            JobResult::NotStarted => (None, Some(Trouble::NotStarted)),
        };
        let tests = facts.as_ref().map_or_else(Vec::new, unwritten);
        MethodEntry { key, facts, trouble, tests, not_written: 0 }
    }

    /// Has the tests of the class written, whose last result has come.
    fn finish_class(&mut self) {
        let class = &self.classes[self.class];
        let mut entries = std::mem::take(&mut self.pending);
        let facts: Vec<MethodFacts> = entries.iter().filter_map(|entry| entry.facts.clone()).collect();
        // Also where all went well and there is no test: an earlier run may have left some.
        let is_whole = entries.iter().all(|entry| entry.trouble.is_none());
        if is_whole || facts.iter().any(|facts| !facts.tests.is_empty()) {
            match self.writer.process(self.world, &class.methods[0].class, &facts) {
                Ok(report) => {
                    self.found.test_classes += usize::from(report.written);
                    let with_facts = entries.iter_mut().filter(|entry| entry.facts.is_some());
                    with_facts.zip(report.tests).for_each(|(entry, tests)| entry.tests = tests);
                }
                Err(error) => {
                    let line = error.to_string();
                    entries.iter_mut().flat_map(|entry| &mut entry.tests).for_each(|test| {
                        test.replay = Replay::CannotBuild { reason: line.clone() };
                    });
                    self.unwritten(&class.methods[0].class, &error);
                }
            }
        }
        for entry in &mut entries {
            self.mismatches(entry);
            attacks::judge(entry);
            settle(entry);
            let disproved = credit_own(entry);
            self.disproved(&disproved.proofs);
            self.disproved(&disproved.ways);
            self.add_executions(entry);
        }
        self.found.results.methods.append(&mut entries);
        self.class += 1;
    }

    /// Adds what the tests of the method execute, and says once what cannot be known of it.
    fn add_executions(&mut self, entry: &mut MethodEntry) {
        for (position, test) in entry.tests.iter_mut().enumerate() {
            let Some(name) = &test.name else { continue };
            match std::mem::take(&mut test.recording) {
                Recording::No => {}
                Recording::Lost(what) => self.progress.complain(format!(
                    "cannot record what a test executes: {}, test {name} ends otherwise with probes ({what}); only what it was \
                     predicted to reach counts",
                    entry.key
                )),
                Recording::Done(record) => {
                    for line in &record.unrecorded {
                        if self.told_of_unrecorded.insert(line.clone()) {
                            self.progress.complain(format!("cannot record what tests execute: {line}"));
                        }
                    }
                    let test = Elsewhere { method: entry.key.clone(), test: position, name: name.clone() };
                    self.found.results.executions.add(test, record);
                }
            }
        }
    }

    /// Says that the tests of a class could not be written. A full disk fails for one class after another, and is told once.
    fn unwritten(&mut self, class: &str, error: &SuiteError) {
        if !error.is_storage() || !self.told_of_storage {
            self.progress.complain(format!("cannot write or replay the tests: {class} ({error})"));
        }
        self.told_of_storage |= error.is_storage();
        self.found.status.worsen(if error.is_storage() { Status::BadInput } else { Status::Internal });
    }

    /// A replay that contradicts the prediction is always a bug in Clew.
    fn mismatches(&mut self, entry: &MethodEntry) {
        for test in &entry.tests {
            if let Replay::Mismatch { detail } = &test.replay {
                let name = test.name.as_deref().unwrap_or("(unnamed)");
                self.progress.complain(format!(
                    "the JVM contradicts a generated test: {}, test {name}: {detail}; this is a bug in Clew, please report it",
                    entry.key
                ));
                self.found.status.worsen(Status::Internal);
            }
        }
    }
}

impl Listener for Collector<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Started { .. } => {}
            Event::Progress { job, tests, goals_decided, .. } => self.progress.running(*job, *tests, *goals_decided),
            Event::Ended { .. } => self.progress.ended(),
        }
    }

    fn finished(&mut self, job: usize, result: JobResult) {
        let Some(class) = self.classes.get(self.class) else { return };
        let Some(key) = class.methods.get(self.pending.len()) else { return };
        let (tests, goals) = result.facts().map_or((0, 0), figures);
        self.progress.finished(job, tests, goals);
        let entry = self.entry(key.clone(), result);
        self.pending.push(entry);
        if self.pending.len() == class.methods.len() {
            self.finish_class();
        }
    }
}

/// How many tests and decided goals there are.
fn figures(facts: &MethodFacts) -> (u64, u64) {
    let decided = facts.goals.iter().filter(|goal| !matches!(goal.verdict, Verdict::Undecided(_))).count();
    (facts.tests.len() as u64, decided as u64)
}
