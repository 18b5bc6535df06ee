//! Results of earlier runs and of this one, in the order of the jobs.

use super::Kept;
use crate::collect::Collector;
use crate::report::{MethodEntry, Replay};
use clew_base::{CancelToken, ClassPathReading, Digest};
use clew_engine::{Event, Job, JobResult, Listener};
use clew_facts::MethodFacts;
use std::collections::VecDeque;

/// Hands the collector all results in order, and has those kept that are new.
pub struct Merged<'m, 'c> {
    collector: &'m mut Collector<'c>,
    kept: &'m mut Kept,
    /// For each job what an earlier run found, until that is handed on.
    known: Vec<Option<JobResult>>,
    /// The jobs that this run has to do, by their positions.
    asked: Vec<usize>,
    /// How many results were handed on.
    delivered: usize,
    /// What the job read whose result comes next.
    readings: Option<Vec<ClassPathReading>>,
    /// For each job that was handed on, the digest of its facts; nothing where one has none.
    facts: Option<Vec<Digest>>,
    /// Results that the JVM has not been held against yet.
    unsettled: VecDeque<(usize, MethodFacts, Vec<ClassPathReading>)>,
    cancel: &'m CancelToken,
}

impl<'m, 'c> Merged<'m, 'c> {
    /// Nothing is handed on yet.
    pub fn new(
        collector: &'m mut Collector<'c>,
        kept: &'m mut Kept,
        known: Vec<Option<JobResult>>,
        cancel: &'m CancelToken,
    ) -> Merged<'m, 'c> {
        let asked = known.iter().enumerate().filter(|(_, known)| known.is_none()).map(|(job, _)| job).collect();
        let unsettled = VecDeque::new();
        let facts = Some(Vec::new());
        Merged { collector, kept, known, asked, delivered: 0, readings: None, facts, unsettled, cancel }
    }

    /// Those of all jobs that this run has to do.
    pub fn asked(&self, jobs: &[Job]) -> Vec<Job> {
        self.asked.iter().filter_map(|job| jobs.get(*job)).cloned().collect()
    }

    /// Hands the rest on, and writes what is to be kept. The digests of all facts, if every job has some.
    pub fn finish(mut self) -> Option<Vec<Digest>> {
        self.deliver(self.known.len());
        self.settle();
        self.kept.write();
        self.complain();
        self.facts
    }

    fn hand_on(&mut self, job: usize, result: JobResult) {
        let digest = match &result {
            JobResult::Facts(facts) => super::replays::digest(facts),
            JobResult::Crashed { .. } | JobResult::Failed(_) | JobResult::Internal(_) | JobResult::NotStarted => None,
        };
        match digest {
            Some(digest) => self.facts.iter_mut().for_each(|facts| facts.push(digest)),
            None => self.facts = None,
        }
        self.collector.finished(job, result);
    }

    /// Hands on what is known of the jobs before this one.
    fn deliver(&mut self, end: usize) {
        while self.delivered < end {
            let job = self.delivered;
            self.delivered += 1;
            if let Some(result) = self.known[job].take() {
                self.collector.event(&Event::Ended { job });
                self.hand_on(job, result);
            }
        }
    }

    /// Keeps the results that the JVM does not contradict.
    fn settle(&mut self) {
        while let Some((job, ..)) = self.unsettled.front() {
            let Some(entry) = self.collector.settled().get(*job) else { return };
            let is_sound = is_sound(entry);
            if let Some((job, facts, readings)) = self.unsettled.pop_front()
                && is_sound
            {
                self.kept.keep(job, &facts, readings);
            }
        }
    }

    fn complain(&mut self) {
        self.kept.complaints().iter().for_each(|line| self.collector.complain(line));
    }
}

impl Listener for Merged<'_, '_> {
    fn event(&mut self, event: &Event) {
        let job = |asked: &usize| self.asked.get(*asked).copied().unwrap_or(*asked);
        let event = match event {
            Event::Started { job: asked } => Event::Started { job: job(asked) },
            Event::Progress { job: asked, steps, tests, goals_decided } => {
                Event::Progress { job: job(asked), steps: *steps, tests: *tests, goals_decided: *goals_decided }
            }
            Event::Ended { job: asked } => Event::Ended { job: job(asked) },
        };
        self.collector.event(&event);
    }

    fn read(&mut self, _job: usize, readings: Vec<ClassPathReading>) {
        self.readings = Some(readings);
    }

    fn finished(&mut self, asked: usize, result: JobResult) {
        let Some(job) = self.asked.get(asked).copied() else { return };
        self.deliver(job);
        // What an interruption has ended is not whole.
        if let (JobResult::Facts(facts), Some(readings), false) =
            (&result, self.readings.take(), self.cancel.is_requested())
        {
            self.unsettled.push_back((job, (**facts).clone(), readings));
        }
        self.delivered = job + 1;
        self.hand_on(job, result);
        self.settle();
        self.complain();
    }
}

/// Whether no test of the method has shown that it was explored wrongly, or that its runs differ.
pub(super) fn is_sound(entry: &MethodEntry) -> bool {
    entry.tests.iter().all(|test| match test.replay {
        Replay::Mismatch { .. } | Replay::Unstable | Replay::Timeout | Replay::OutOfTime => false,
        Replay::Confirmed
        | Replay::Interferes { .. }
        | Replay::LeftOut { .. }
        | Replay::Caged { .. }
        | Replay::Skipped
        | Replay::CannotBuild { .. } => true,
    })
}
