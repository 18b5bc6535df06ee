//! Gives tests what they need so that they pass wherever they run: they put back what they change, and they are left out where
//! assertions that they need are switched off.

use crate::form::Form;
use crate::marks::Marks;
use crate::recording::Recording;
use crate::replay::{Assertions, Record};
use crate::reports::Replay;
use crate::session::Session;
use crate::suite_error::SuiteError;
use crate::workshop::{Built, Job};
use clew_facts::{FieldKey, Outcome, Surrounding, TestCase};
use std::collections::BTreeMap;

/// Where a test has to pass that got its marks: here, and where everything is otherwise.
const SURROUNDINGS: [&[Surrounding]; 2] = [&[], &Surrounding::ALL];

impl Session<'_> {
    /// Has confirmed tests put back what they change of static fields that they set at first, so that the tests of a class can run one
    /// behind the other. Whether any does; whether that holds is found out by [`Session::marked`].
    pub(crate) fn foresee_changes(&mut self) -> bool {
        let mut any = false;
        for (job, recording) in &self.recordings {
            let Some(record) = recording.record() else { continue };
            if self.replays.get(job) == Some(&Replay::Confirmed) {
                let job = &mut self.jobs[*job];
                (job.marks.changes, job.marks.first) = (record.changed.clone(), first_values(record, &job.case));
                any |= !job.marks.changes.is_empty();
            }
        }
        any
    }

    /// The tests with their marks. They have to pass as they did without: a test that does not stays without.
    ///
    /// # Errors
    /// The JVM or the compiler does not work.
    pub(crate) fn marked(&mut self, built: Built, form: Form) -> Result<Option<Built>, SuiteError> {
        for job in &mut self.jobs {
            job.marks = Marks { pinned: std::mem::take(&mut job.marks.pinned), ..Marks::default() };
        }
        let marked = self.mark(&built)?;
        if marked.is_empty() {
            return Ok(Some(built));
        }
        let kept = self.kept();
        let before: Vec<_> = kept.iter().map(|job| (self.jobs[*job].style, self.jobs[*job].refused.clone())).collect();
        let mut rebuilt = self.build(&kept, form)?;
        let mut unmarked: Vec<usize> = Vec::new();
        if kept.iter().any(|job| self.jobs[*job].failed.is_some()) {
            // The compiler wants none of it, or not so much of it.
            unmarked.clone_from(&marked);
        } else if let Some(rebuilt) = &rebuilt {
            for job in marked {
                if !self.holds_marked(rebuilt, job)? {
                    unmarked.push(job);
                }
            }
        }
        if !unmarked.is_empty() {
            for (job, (style, refused)) in kept.into_iter().zip(before) {
                let job_before = Job { style, refused, failed: None, ..self.jobs[job].clone() };
                if unmarked.contains(&job) {
                    let marks = Marks { pinned: job_before.marks.pinned.clone(), ..Marks::default() };
                    self.jobs[job] = Job { marks, ..job_before };
                } else if self.jobs[job].failed.is_some() {
                    self.jobs[job] = job_before;
                }
            }
            rebuilt = self.build(&self.kept(), form)?;
        }
        Ok(rebuilt)
    }

    /// Gives confirmed tests the marks that they need, and tells which.
    fn mark(&mut self, built: &Built) -> Result<Vec<usize>, SuiteError> {
        let mut marked = Vec::new();
        for (job, name) in &built.tests {
            if self.replays.get(job) != Some(&Replay::Confirmed) {
                continue;
            }
            let record = self.recordings.get(job).and_then(Recording::record).cloned().unwrap_or_default();
            let Job { key, case, .. } = &self.jobs[*job];
            let first = first_values(&record, case);
            let Record { changed: changes, asserting, .. } = record;
            let class = match asserting.first() {
                Some(first) => Some(if asserting.contains(&key.class) { key.class.clone() } else { first.clone() }),
                None => fails_by_assertion(case).then(|| key.class.clone()),
            };
            let asserting = match class {
                Some(class) if self.passes((built, *job, name), (Assertions::Disabled, &[]))? == Some(false) => {
                    Some(class)
                }
                Some(_) | None => None,
            };
            let marks = Marks { changes, first, asserting, pinned: self.jobs[*job].marks.pinned.clone() };
            if marks != self.jobs[*job].marks {
                self.jobs[*job].marks = marks;
                marked.push(*job);
            }
        }
        Ok(marked)
    }

    /// Gives tests the marks they need that no JVM has run, as far as that can be told.
    pub(crate) fn mark_unrun(&mut self) {
        for job in &mut self.jobs {
            let class = self.workshop.classes.class(&job.key.class);
            let has_assertions = class.is_some_and(|class| class.field("$assertionsDisabled", "Z").is_some());
            job.marks.asserting = (has_assertions && fails_by_assertion(&job.case)).then(|| job.key.class.clone());
        }
    }

    /// Whether a test passes with its marks, and can be recorded as without.
    pub(crate) fn holds_marked(&mut self, built: &Built, job: usize) -> Result<bool, SuiteError> {
        let Some((_, name)) = built.tests.iter().find(|(other, _)| *other == job) else { return Ok(false) };
        for otherwise in SURROUNDINGS {
            if self.passes((built, job, name), (Assertions::Enabled, otherwise))? != Some(true) {
                return Ok(false);
            }
        }
        let Some(recording @ Recording::Done(_)) = self.recordings.get(&job).cloned() else { return Ok(true) };
        self.record(built, |other| other == job)?;
        let is_recorded = match (self.recordings.get_mut(&job), &recording) {
            // It still changes what it puts back by now.
            (Some(Recording::Done(now)), Recording::Done(before)) => {
                now.add_set_at_first(before);
                true
            }
            _ => false,
        };
        let holds = is_recorded && self.replays.insert(job, Replay::Confirmed) == Some(Replay::Confirmed);
        if !holds {
            self.recordings.insert(job, recording);
        }
        Ok(holds)
    }
}

/// What static fields hold at first that a test changes, but for those that it sets itself.
fn first_values(record: &Record, case: &TestCase) -> BTreeMap<FieldKey, i64> {
    let is_set = |field: &FieldKey| case.statics.iter().any(|set| set.field == *field);
    record.first.iter().filter(|(field, _)| !is_set(field)).map(|(field, value)| (field.clone(), *value)).collect()
}

/// Whether a test expects an error as of an assertion that fails.
fn fails_by_assertion(case: &TestCase) -> bool {
    matches!(&case.outcome, Outcome::Throws { class } if class == "java.lang.AssertionError")
}
