//! Takes results as they come, and has the tests of a class written when its last method is there.

use crate::credit::credit;
use crate::report::{MethodEntry, Replay, Trouble};
use crate::select::SelectedClass;
use crate::settle::settle;
use crate::status::Status;
use crate::suite::{TestWriter, unwritten};
use crate::ui::Progress;
use clew_engine::{Event, JobResult, Listener};
use clew_facts::{MethodFacts, MethodKey, Verdict};
use clew_jvm::World;
use clew_testgen::SuiteError;

/// What a run found.
pub struct Found {
    /// One for each job, in order.
    pub methods: Vec<MethodEntry>,
    /// How many test classes were written.
    pub test_classes: usize,
    /// The worst that happened.
    pub status: Status,
}

/// Collects the results of a run. They come in the order of the jobs: class by class.
pub struct Collector<'a> {
    world: &'a World,
    classes: &'a [SelectedClass],
    writer: &'a mut TestWriter,
    progress: Progress,
    /// Position of the class whose results are coming.
    class: usize,
    pending: Vec<MethodEntry>,
    /// Whether the user knows that files cannot be written.
    told_of_storage: bool,
    found: Found,
}

impl<'a> Collector<'a> {
    /// A collector for the methods of these classes.
    pub fn new(
        world: &'a World,
        classes: &'a [SelectedClass],
        writer: &'a mut TestWriter,
        progress: Progress,
    ) -> Collector<'a> {
        let found = Found { methods: Vec::new(), test_classes: 0, status: Status::Done };
        Collector { world, classes, writer, progress, class: 0, pending: Vec::new(), told_of_storage: false, found }
    }

    /// What was found.
    pub fn finish(mut self) -> Found {
        self.progress.clear();
        for contradiction in credit(&mut self.found.methods) {
            self.progress.complain(format!("{contradiction}; this is a bug in Clew, please report it"));
            self.found.status.worsen(Status::Internal);
        }
        self.found
    }

    fn entry(&mut self, key: MethodKey, result: JobResult) -> MethodEntry {
        let (facts, trouble) = match result {
            JobResult::Facts(facts) => (Some(*facts), None),
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
            settle(entry);
        }
        self.found.methods.append(&mut entries);
        self.class += 1;
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
