//! Has confirmed tests look at what the program gave them when their call had ended, and assert it.
//!
//! It is asserted where a usual JVM and one in which all identity hash codes are equal and the default locale and time zone are others
//! tell the same, and where all that the execution
//! ran is the same on every machine ([`is_lasting`]).

use crate::classes::{Origin, with_superclasses};
use crate::form::Form;
use crate::lasting::{Libraries, is_lasting, tells_only_of};
use crate::looks::{Look, Moment, Sight, read};
use crate::recording::Recording;
use crate::replay::{Assertions, Change, Outcome as Run, Record};
use crate::reports::Replay;
use crate::runs::Ran;
use crate::session::Session;
use crate::suite_error::SuiteError;
use crate::told::Told;
use crate::workshop::Built;
use clew_facts::{FieldKey, HeapObject, MethodKey, Object, Outcome, Surrounding, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// A test that takes longer is not looked at.
const LONG: Duration = Duration::from_secs(1);
/// The classes of exceptions that the virtual machine or the JDK makes, with texts of their own.
const MADE_BY_OTHERS: &[&str] = &[
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.ClassCastException",
    "java.lang.IndexOutOfBoundsException",
    "java.lang.NegativeArraySizeException",
    "java.lang.NullPointerException",
    "java.lang.NumberFormatException",
    "java.lang.StringIndexOutOfBoundsException",
];

impl Session<'_> {
    /// Has the confirmed tests look at what the program gave them, and assert it, as far as that lasts. A test that does not pass
    /// then stays as it was, as do tests that nobody keeps.
    ///
    /// # Errors
    /// The JVM or the compiler does not work.
    pub(crate) fn looked(&mut self, built: Built, form: Form) -> Result<Option<Built>, SuiteError> {
        let chosen: Vec<usize> = built.tests.iter().map(|(job, _)| *job).filter(|job| self.may_look(*job)).collect();
        if chosen.is_empty() || self.suite.options.out.is_none() {
            return Ok(Some(built));
        }
        let views = self.see(&chosen)?;
        // The fixtures of the class put these back for all of its tests.
        let records = built.tests.iter().filter_map(|(job, _)| self.recordings.get(job).and_then(Recording::record));
        let restored: BTreeSet<&FieldKey> = records.flat_map(|record| &record.changed).filter_map(restored).collect();
        for (job, Views { before, after }) in views {
            let sight = |(look, words): (Look, String)| {
                // Tests of other people may have left more in static fields that none puts back.
                let is_as_at_first = match &look {
                    Look::OfClass(ask) => tells_only_of(self.workshop.classes, &ask.method, &restored),
                    Look::Of(id, _) => self.jobs[job].case.heap.get(id).is_none_or(|object| is_own(object, &restored)),
                    Look::Result | Look::Message | Look::OfResult(_) | Look::OfThrown(_) => true,
                };
                if !is_as_at_first {
                    return None;
                }
                let told = self.told(job, &look, &words)?;
                let has_changed = match before.get(&look).filter(|words| Told::read(words).is_some()) {
                    Some(before) => *before != words,
                    // What a builder builds is seen when it is filled. What it has at first tells nothing of the call.
                    None => !matches!(&look, Look::Of(_, asks) if asks.len() > 1) || !told.is_default(),
                };
                Some(Sight { look, told, has_changed })
            };
            self.jobs[job].sights = plainest(after.into_iter().filter_map(sight).collect());
        }
        if self.jobs.iter().all(|job| job.sights.is_empty()) {
            return Ok(Some(built));
        }
        self.hold(built, form)
    }

    /// Whether there may be more to see than what was predicted: there are objects, or the message of an exception of the program, or
    /// something is left changed in static fields.
    fn has_more_to_see(&self, job: usize, record: &Record) -> bool {
        let case = &self.jobs[job].case;
        let is_open = match &case.outcome {
            Outcome::Returns(value) => matches!(value, Some(Value::Ref(_) | Value::Unknown)),
            Outcome::Throws { class } => !MADE_BY_OTHERS.contains(&class.as_str()),
            Outcome::NotPredicted | Outcome::Open => true,
        };
        is_open || !case.heap.is_empty() || !record.changed.is_empty()
    }

    /// Whether what a test sees is the same on every machine.
    fn may_look(&self, job: usize) -> bool {
        let Some(record) = self.recordings.get(&job).and_then(Recording::record) else { return false };
        let is_quick = self.used.get(&job).is_some_and(|used| *used < LONG);
        if self.replays.get(&job) != Some(&Replay::Confirmed) || !is_quick || !self.has_more_to_see(job, record) {
            return false;
        }
        let options = &self.suite.options;
        let has_libraries = options.class_path.iter().any(|entry| !options.recorded.contains(entry));
        let libraries = if has_libraries { Libraries::Some } else { Libraries::None };
        let executed: Vec<&MethodKey> = record.executed.iter().map(|executed| &executed.method).collect();
        record.unrecorded.is_empty()
            && record.changed.iter().all(|change| restored(change).is_some())
            && is_lasting(self.workshop.classes, &executed, libraries)
    }

    /// What is to be asserted of a look; nothing of the message of an exception that somebody else made.
    fn told(&self, job: usize, look: &Look, words: &str) -> Option<Told> {
        if *look != Look::Message {
            return Told::read(words);
        }
        let (maker, words) = words.split_once(' ')?;
        let classes = self.workshop.classes;
        let Outcome::Throws { class } = &self.jobs[job].case.outcome else { return None };
        let is_own = classes.class(maker).is_some_and(|maker| maker.origin == Origin::User)
            && !MADE_BY_OTHERS.contains(&class.as_str())
            && with_superclasses(classes, class).iter().all(|class| {
                class.origin == Origin::Jdk || class.method("getMessage", "()Ljava/lang/String;").is_none()
            });
        Told::read(words).filter(|_| is_own)
    }

    /// What the tests see in a usual JVM, as far as one with equal identity hash codes tells the same after the call.
    fn see(&mut self, chosen: &[usize]) -> Result<BTreeMap<usize, Views>, SuiteError> {
        let before = self.jobs.clone();
        let built = self.build(chosen, Form::Looking)?;
        self.jobs = before;
        let mut all = BTreeMap::new();
        let Some(built) = built else { return Ok(all) };
        let class_path = self.class_path(&built);
        for (job, name) in &built.tests {
            let Ran::Ended(Run::Failed { message, .. }) = self.run_once(&built, *job, name)? else {
                self.tried.remove(job);
                continue;
            };
            let mut views = Views { before: read(&message, Moment::Before), after: read(&message, Moment::After) };
            if !views.after.is_empty() {
                let server = &mut self.suite.servers()?.equal_hashes;
                let under = (Assertions::Enabled, &Surrounding::ALL[..]);
                let other = server.run_with(under, &class_path, [&built.class, name], LONG)?;
                let other = match other.outcome {
                    Run::Failed { message, .. } if other.tried.is_empty() => read(&message, Moment::After),
                    _ => BTreeMap::new(),
                };
                views.after.retain(|look, words| other.get(look) == Some(words));
            }
            // What only looking tries is nothing that the test does.
            if self.tried.remove(job).is_none() {
                all.insert(*job, views);
            }
        }
        Ok(all)
    }

    /// The tests with what they look at; without it those that the compiler wants none of, or that do not pass. Where looking
    /// tells nothing new, the class stays as it was built.
    fn hold(&mut self, first: Built, form: Form) -> Result<Option<Built>, SuiteError> {
        let kept = self.kept();
        let (source, _) = self.workshop.write(&mut self.jobs.clone(), &kept, form);
        if source.text == first.source.text {
            return Ok(Some(first));
        }
        let texts = self.texts.clone();
        loop {
            let kept = self.kept();
            let before = self.jobs.clone();
            let built = self.build(&kept, form)?;
            let is_as_before = |job: &usize| {
                let (now, then) = (&self.jobs[*job], &before[*job]);
                now.style == then.style && now.failed == then.failed
            };
            let mut dropped: Vec<usize> = kept.iter().copied().filter(|job| !is_as_before(job)).collect();
            if let (Some(built), true) = (&built, dropped.is_empty()) {
                for (job, name) in &built.tests {
                    let is_new = self.texts.get(job) != texts.get(job);
                    if is_new && !self.jobs[*job].sights.is_empty() && !self.passes_again(built, *job, name)? {
                        dropped.push(*job);
                    }
                }
            }
            if dropped.is_empty() {
                return Ok(built);
            }
            self.jobs = before;
            // What is refused for the sake of others goes with them.
            let is_told = dropped.iter().any(|job| !self.jobs[*job].sights.is_empty());
            let cleared = if is_told { dropped } else { kept };
            cleared.into_iter().for_each(|job| self.jobs[job].sights.clear());
            if !is_told {
                let kept = self.kept();
                return self.build(&kept, form);
            }
        }
    }

    /// Whether a test passes once more. Two JVMs have told the same before.
    fn passes_again(&mut self, built: &Built, job: usize, name: &str) -> Result<bool, SuiteError> {
        let is_passed = matches!(self.run_once(built, job, name)?, Ran::Ended(Run::Passed));
        Ok(self.tried.remove(&job).is_none() && is_passed)
    }
}

/// What was seen, the plainest first; without what an object tells that is asked by way of another, where it tells the same itself.
fn plainest(mut sights: Vec<Sight>) -> Vec<Sight> {
    let asked = |sight: &Sight| match &sight.look {
        Look::Of(_, asks) => asks.iter().map(|ask| 1 + ask.passed.len()).sum(),
        Look::Result | Look::Message | Look::OfResult(_) | Look::OfThrown(_) | Look::OfClass(_) => 0,
    };
    let told: Vec<(MethodKey, Told)> = sights
        .iter()
        .filter_map(|sight| match &sight.look {
            Look::Of(_, asks) if asks.len() == 1 => Some((asks[0].method.clone(), sight.told.clone())),
            _ => None,
        })
        .collect();
    sights.retain(|sight| match &sight.look {
        Look::Of(_, asks) if asks.len() > 1 => {
            !told.iter().any(|(method, told)| *method == asks[asks.len() - 1].method && *told == sight.told)
        }
        _ => true,
    });
    sights.sort_by_key(asked);
    sights
}

/// What a test sees.
struct Views {
    before: BTreeMap<Look, String>,
    after: BTreeMap<Look, String>,
}

/// Whether an object of the input is the test's own, or one of these static fields keeps it.
fn is_own(object: &HeapObject, restored: &BTreeSet<&FieldKey>) -> bool {
    match &object.object {
        Object::OfStatic(field) => restored.contains(field),
        Object::EnumConstant(name) => restored.iter().any(|field| {
            // A constant with a body has a class of its own, inside of that of the enum.
            let of_enum = object.class.strip_prefix(&field.class);
            field.name == *name && of_enum.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        }),
        Object::Instance { .. }
        | Object::Array { .. }
        | Object::String(_)
        | Object::Class(_)
        | Object::Boxed(_)
        | Object::Made(_) => true,
    }
}

/// The static field that tests find as it was before, though this test changes it or what it holds: the fixtures of their classes put it
/// back.
fn restored(change: &Change) -> Option<&FieldKey> {
    match change {
        Change::Static(field) | Change::Held(field) => Some(field),
        Change::Locale | Change::DisplayLocale | Change::FormatLocale | Change::TimeZone | Change::Properties => None,
    }
}
