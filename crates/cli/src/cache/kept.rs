//! Facts about methods that earlier runs found.

use super::{Replayed, machine, replays};
use crate::args::StoreArgs;
use crate::input::Input;
use crate::suite::ReplaySetting;
use crate::worker::Workers;
use clew_base::{ClassPathQuestion, ClassPathReading, Digest, DigestMaker, FastMap};
use clew_engine::{Job, JobResult, Options};
use clew_facts::{CutReason, GoalVerdict, MethodFacts, Verdict};
use clew_jvm::World;
use clew_store::{Store, Trouble};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// What is found is written when it is this much, in bytes, or when so much time has passed.
const BATCH_BYTES: usize = 4 << 20;
const BATCH_TIME: Duration = Duration::from_secs(2);

/// The facts about a method, with all that they depend on and that is not in their key.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The time and the memory that the exploration might have used, and did not use up.
    time: Option<Duration>,
    memory: Option<u64>,
    /// What it read of the class path.
    readings: Vec<ClassPathReading>,
    facts: Box<MethodFacts>,
}

/// The results that are kept, as one run sees them.
pub struct Kept {
    /// Nothing where none are to be kept, or they cannot be.
    store: Option<Store>,
    /// Whether the file was damaged and is a new one now.
    is_anew: bool,
    /// What this run works with.
    identity: Option<Digest>,
    /// For each job, under what its result is kept, and with which options it runs.
    keys: Vec<(Digest, Options)>,
    /// What is to be written next.
    waiting: Vec<(Digest, Vec<u8>)>,
    written: Instant,
    /// Lines about what went wrong that nobody was told.
    complaints: Vec<String>,
}

impl Kept {
    /// The results for these jobs. Nothing is read yet.
    pub fn find(args: &StoreArgs, input: &Input, workers: &Workers, jobs: &[Job]) -> Kept {
        let identity = if args.no_cache { None } else { machine::identity(input, workers) };
        let keys: Option<Vec<(Digest, Options)>> = identity
            .and_then(|identity| jobs.iter().map(|job| Some((key(identity, job)?, job.options.clone()))).collect());
        Kept {
            store: keys.as_ref().map(|_| super::store(&args.place)),
            is_anew: false,
            identity,
            keys: keys.unwrap_or_default(),
            waiting: Vec::new(),
            written: Instant::now(),
            complaints: Vec::new(),
        }
    }

    /// For each job the result that an earlier run had, where a run now would have the same.
    pub fn recall(&mut self, world: &World, jobs: usize) -> Vec<Option<JobResult>> {
        let keys: Vec<Digest> = self.keys.iter().map(|(key, _)| *key).collect();
        let found = self.store.as_ref().map(|store| store.get(&keys));
        let values = match found {
            Some(Ok(values)) => values,
            Some(Err(trouble)) => {
                self.give_up(trouble);
                Vec::new()
            }
            None => Vec::new(),
        };
        let mut answers = Answers { world, known: FastMap::default() };
        let mut known: Vec<Option<JobResult>> =
            self.keys.iter().zip(values).map(|((_, options), value)| answers.result(options, &value?)).collect();
        known.resize(jobs, None);
        known
    }

    /// Keeps what came of a job, if a later run would find the same.
    pub fn keep(&mut self, job: usize, facts: &MethodFacts, readings: Vec<ClassPathReading>) {
        let Some((key, options)) = self.keys.get(job).filter(|_| self.store.is_some()) else { return };
        if facts.clock_bound || facts.memory_bound() || readings.iter().any(|reading| reading.answer.is_none()) {
            return;
        }
        let Options { time, memory, .. } = options;
        let entry = Entry { time: *time, memory: *memory, readings, facts: Box::new(facts.clone()) };
        // Whatever has no JSON is found again.
        if let Ok(value) = serde_json::to_vec(&entry) {
            self.waiting.push((*key, value));
        }
        let bytes: usize = self.waiting.iter().map(|(_, value)| value.len()).sum();
        if bytes >= BATCH_BYTES || self.written.elapsed() >= BATCH_TIME {
            self.write();
        }
    }

    /// What it depends on what the tests of this run do on the JVM, besides the tests; nothing where that is not kept.
    pub fn replay_setting(&self, setting: &ReplaySetting<'_>) -> Option<DigestMaker> {
        self.store.as_ref().and(self.identity).and_then(|identity| replays::setting(identity, setting))
    }

    /// What became of all tests, where an earlier run had the same ones.
    pub fn recall_replays(&mut self, setting: &DigestMaker, known: &[Option<JobResult>]) -> Option<Replayed> {
        let digest = |known: &Option<JobResult>| replays::digest(known.as_ref()?.facts()?);
        let facts: Option<Vec<Digest>> = known.iter().map(digest).collect();
        match self.store.as_ref()?.get(&[of_tests(setting, &facts?)]) {
            Ok(values) => serde_json::from_slice(values.first()?.as_ref()?).ok(),
            Err(trouble) => {
                self.give_up(trouble);
                None
            }
        }
    }

    /// Keeps what became of all tests, which were made of facts with these digests.
    pub fn keep_replays(&mut self, setting: &DigestMaker, facts: &[Digest], replayed: &Replayed) {
        if let Ok(value) = serde_json::to_vec(replayed) {
            self.waiting.push((of_tests(setting, facts), value));
            self.write();
        }
    }

    /// Writes what was not written yet.
    pub fn write(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.written = Instant::now();
        if waiting.is_empty() {
            return;
        }
        if let Some(Err(trouble)) = self.store.as_ref().map(|store| store.put(&waiting)) {
            self.give_up(trouble);
        }
    }

    /// Goes on without what cannot be used. A file that is begun anew can be, once.
    fn give_up(&mut self, trouble: Trouble) {
        self.complaints.push(format!("the results of earlier runs are not used: {trouble}"));
        let was_damaged = matches!(trouble, Trouble::Damaged { .. });
        if self.is_anew || !was_damaged {
            self.store = None;
        }
        self.is_anew = was_damaged;
    }

    /// The lines that nobody was told yet.
    pub fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }
}

/// Under what the result of a job is kept: the digest of all that it depends on, but for what it reads of the class path, and for the
/// time and the memory that it may use.
fn key(identity: Digest, job: &Job) -> Option<Digest> {
    let mut maker = DigestMaker::default();
    maker.part(b"facts");
    maker.part(identity.as_bytes());
    maker.part(&serde_json::to_vec(&*job.class_path).ok()?);
    maker.part(&serde_json::to_vec(&job.key).ok()?);
    maker.part(&serde_json::to_vec(&Options { time: None, memory: None, ..job.options.clone() }).ok()?);
    Some(maker.finish())
}

/// Under what it is kept what became of tests.
fn of_tests(setting: &DigestMaker, facts: &[Digest]) -> Digest {
    let mut maker = setting.clone();
    facts.iter().for_each(|digest| maker.part(digest.as_bytes()));
    maker.finish()
}

/// What the class path of this run answers.
struct Answers<'w> {
    world: &'w World,
    known: FastMap<ClassPathQuestion, Option<Digest>>,
}

impl Answers<'_> {
    /// The result of a job with these options, if the value has it.
    fn result(&mut self, options: &Options, value: &[u8]) -> Option<JobResult> {
        let entry: Entry = serde_json::from_slice(value).ok()?;
        if !suffices(&entry, options) {
            return None;
        }
        let Entry { readings, facts, .. } = entry;
        readings.into_iter().all(|reading| self.are_same(reading)).then_some(JobResult::Facts(facts))
    }

    fn are_same(&mut self, reading: ClassPathReading) -> bool {
        let ClassPathReading { question, answer } = reading;
        let now = match self.known.get(&question) {
            Some(known) => *known,
            None => {
                let now = self.world.answer(&question);
                self.known.insert(question, now);
                now
            }
        };
        answer.is_some() && now == answer
    }
}

/// Whether the time and the memory of a job are enough for an exploration that was kept, which then would go on as it did.
fn suffices(entry: &Entry, options: &Options) -> bool {
    let has_time = options.time.is_none_or(|time| entry.time.is_some_and(|needed| needed <= time));
    let has_memory = options.memory.is_none_or(|memory| entry.memory.is_some_and(|needed| needed <= memory));
    // The solver may have given up for want of memory.
    has_time && has_memory && (entry.memory == options.memory || !has_unknowns(&entry.facts))
}

fn has_unknowns(facts: &MethodFacts) -> bool {
    let is_unknown = |reason: &CutReason| matches!(reason, CutReason::SolverUnknown(_));
    let has_unknown = |goal: &GoalVerdict| match &goal.verdict {
        Verdict::Undecided(reasons) => reasons.iter().any(is_unknown),
        Verdict::Reached { .. } | Verdict::ReachedElsewhere(_) | Verdict::Unreachable(_) => false,
    };
    facts.undecided.iter().any(|(reason, _)| is_unknown(reason)) || facts.goals.iter().any(has_unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::MethodKey;

    fn entry(seconds: u64, memory: u64, undecided: Vec<(CutReason, u64)>) -> Entry {
        let facts = MethodFacts {
            is_static: true,
            paths: 1,
            complete: undecided.is_empty(),
            undecided,
            ..MethodFacts::unexplored(MethodKey { class: "A".into(), method: "b".into(), descriptor: "()V".into() })
        };
        let time = Some(Duration::from_secs(seconds));
        Entry { time, memory: Some(memory), readings: Vec::new(), facts: Box::new(facts) }
    }

    #[test]
    fn only_who_may_use_as_much_is_told() {
        let options = |seconds: u64, memory: u64| Options {
            time: Some(Duration::from_secs(seconds)),
            memory: Some(memory),
            ..Options::default()
        };
        let sure = entry(20, 100, Vec::new());
        assert!(suffices(&sure, &options(20, 100)) && suffices(&sure, &options(30, 200)));
        assert!(!suffices(&sure, &options(19, 100)) && !suffices(&sure, &options(20, 99)));
        assert!(suffices(&sure, &Options::default()), "without any bound");
        let unsure = entry(20, 100, vec![(CutReason::SolverUnknown("memory".into()), 1)]);
        assert!(suffices(&unsure, &options(30, 100)) && !suffices(&unsure, &options(20, 200)));
    }
}
