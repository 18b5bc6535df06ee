//! Methods on their inputs, by Clew and on a JVM.
//!
//! Thousands of calls, of many methods, are made by one request, which answers with one sum for each method. Only a method whose sum is
//! not the predicted one is looked at call by call, in a request of its own.

use super::inputs;
use super::jvm::{AT_A_TIME, Answer, Caller, Calls, Wanted};
use super::report::Tally;
use super::subjects::{Kind, Subject};
use super::text::{self, Told};
use anyhow::{Context, Result, ensure};
use clew_facts::{CutReason, Options, TestCase};
use clew_jvm::World;
use clew_symex::ConcreteRuns;

/// After how many inputs in a row that can't be followed for the same reason the others are not tried.
const SAME_CUTS: usize = 24;
/// After how many inputs that take too many steps the others are not tried.
const LONG_RUNS: usize = 12;

/// How many calls are enough for a request.
const ENOUGH_CALLS: usize = 4000;
/// How many methods are: an answer has a greatest length.
const ENOUGH_METHODS: usize = 300;

/// What is told of a call at which the virtual machine itself comes to an end, and of one on no object.
const LOST: &str = "?";

/// Compares methods of one world on one JVM.
pub struct Comparison<'w> {
    world: &'w World,
    pub options: &'w Options,
    caller: Caller,
    /// Methods whose ends are predicted, and not compared yet.
    waiting: Vec<Waiting>,
    /// What came of the methods that are done, with their places.
    pub done: Vec<(Place, Tally)>,
}

/// The number of a class among those of its source, and of a method in it.
pub type Place = (usize, usize);

/// A method that is to be compared.
struct Waiting {
    place: Place,
    subject: Subject,
    calls: Vec<Predicted>,
    tally: Tally,
}

/// A call of which Clew says how it ends.
struct Predicted {
    case: TestCase,
    end: String,
    /// The state that it leaves, where that is known.
    state: Option<String>,
}

/// What the comparison of some calls says of those that follow.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl<'w> Comparison<'w> {
    /// Compares methods of this world on this JVM.
    pub fn new(world: &'w World, options: &'w Options, caller: Caller) -> Self {
        Self { world, options, caller, waiting: Vec::new(), done: Vec::new() }
    }

    /// Predicts so many calls of a method, and compares them, or leaves that for later.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn method(
        &mut self,
        runs: &mut ConcreteRuns<'_>,
        (place, subject): (Place, Subject),
        count: usize,
        seed: u64,
    ) -> Result<()> {
        let seed = seed.wrapping_add(u64::from(crc32fast::hash(shown(&subject).as_bytes())) << 8);
        let cases = inputs::inputs(&subject, count, seed);
        let mut tally = Tally { calls: cases.len() as u64, ..Tally::default() };
        match subject.kind {
            Kind::Static => tally.statics = 1,
            Kind::Constructor => tally.constructors = 1,
            Kind::Instance => tally.instances = 1,
        }
        let calls = self.predict(runs, &subject, cases, &mut tally);
        self.waiting.push(Waiting { place, subject, calls, tally });
        let calls: usize = self.waiting.iter().map(|waiting| waiting.calls.len()).sum();
        if calls >= ENOUGH_CALLS || self.waiting.len() >= ENOUGH_METHODS { self.finish() } else { Ok(()) }
    }

    /// The calls that can be followed, with their ends.
    fn predict(
        &self,
        runs: &mut ConcreteRuns<'_>,
        subject: &Subject,
        cases: Vec<TestCase>,
        tally: &mut Tally,
    ) -> Vec<Predicted> {
        let mut predicted = Vec::new();
        let mut last = (String::new(), 0);
        let mut long = 0;
        let count = cases.len();
        for (at, case) in cases.into_iter().enumerate() {
            match runs.run(subject.method, &case) {
                Ok(end) => {
                    last.1 = 0;
                    match text::told(self.world, &case, &end) {
                        Some(Told { end, state }) => {
                            let (end, state) = (sum(&end), state.as_deref().map(sum));
                            predicted.push(Predicted { case, end, state });
                        }
                        None => tally.partly_known += 1,
                    }
                }
                Err(reason) => {
                    long += usize::from(matches!(reason, CutReason::Budget(_)));
                    let reason = reason.to_string();
                    tally.count_cut(reason.clone(), 1, &shown(subject));
                    last.1 = if last.0 == reason { last.1 + 1 } else { 1 };
                    last.0 = reason;
                    if last.1 == SAME_CUTS || long == LONG_RUNS {
                        tally.untried += (count - at - 1) as u64;
                        break;
                    }
                }
            }
        }
        predicted
    }

    /// Compares all that is waiting.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn finish(&mut self) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let asked: Vec<Calls<'_>> = waiting.iter().filter(|one| !one.calls.is_empty()).map(Waiting::asked).collect();
        let mut sums = match self.caller.call(&asked, Wanted::Sum)? {
            Answer::Ends(sums) => sums,
            // Some method harms the others.
            Answer::Unusable(_) => Vec::new(),
        }
        .into_iter();
        for Waiting { place, subject, calls, mut tally } in waiting {
            if calls.is_empty() {
                self.done.push((place, tally));
                continue;
            }
            if sums.next().is_some_and(|seen| seen == sum_of_all(&calls)) {
                tally.compared += calls.len() as u64;
                tally.states += calls.iter().filter(|call| call.state.is_some()).count() as u64;
            } else {
                for chunk in calls.chunks(AT_A_TIME) {
                    if self.compare(&subject, chunk, &mut tally)? == Next::Leave {
                        break;
                    }
                }
            }
            tally.compared_methods = u64::from(tally.compared > 0);
            self.done.push((place, tally));
        }
        Ok(())
    }

    fn compare(&mut self, subject: &Subject, calls: &[Predicted], tally: &mut Tally) -> Result<Next> {
        let asked = Calls { method: &subject.key, cases: calls.iter().map(Predicted::asked).collect() };
        let seen = match self.caller.call(&[asked], Wanted::Sums)? {
            Answer::Ends(ends) => ends,
            Answer::Unusable(why) => {
                tally.aside.insert(shown(subject), why);
                return Ok(Next::Leave);
            }
        };
        ensure!(seen.len() == calls.len(), "{} answers to {} calls", seen.len(), calls.len());
        let mut varying = 0;
        for (call, seen) in calls.iter().zip(&seen) {
            // Of a call that ends otherwise the second time there are no sums.
            let Some((end, state)) = seen.split_once('/') else {
                varying += 1;
                continue;
            };
            if end == sum(LOST) {
                tally.lost += 1;
                continue;
            }
            if call.end != end || call.state.as_ref().is_some_and(|predicted| predicted != state) {
                // One difference of a method and its chunk is enough to look for the bug.
                return self.difference(subject, call, tally);
            }
            tally.compared += 1;
            tally.states += u64::from(call.state.is_some());
        }
        tally.varying += varying;
        if varying == calls.len() as u64 {
            tally.aside.insert(shown(subject), "its runs on the JVM differ".to_owned());
            return Ok(Next::Leave);
        }
        Ok(Next::GoOn)
    }

    fn difference(&mut self, subject: &Subject, call: &Predicted, tally: &mut Tally) -> Result<Next> {
        let asked = Calls { method: &subject.key, cases: vec![call.asked()] };
        let actual = match self.caller.call(&[asked], Wanted::Texts)? {
            Answer::Ends(ends) => ends.concat(),
            Answer::Unusable(why) => why,
        };
        let mut runs = ConcreteRuns::new(self.world, subject.method, self.options);
        let end = runs.run(subject.method, &call.case).ok();
        let told = end.and_then(|end| text::told(self.world, &call.case, &end));
        let told = told.context("a call that was followed once can't be followed again")?;
        let (end, state) = actual.split_once('/').unwrap_or((&actual, ""));
        // The JVM or its memory has come to an end, or what happens hangs on the calls before.
        if end == LOST || end == told.end && told.state.as_deref().is_none_or(|told| told == state) {
            let why = "an end of the virtual machine, or state between calls";
            tally.aside.insert(shown(subject), why.to_owned());
            return Ok(Next::Leave);
        }
        let predicted = told.state.as_deref().unwrap_or("");
        let (method, input) = (shown(subject), text::input(&call.case));
        let line = format!("{method} on {input}: {}/{predicted} predicted, {actual} on the JVM", told.end);
        println!("{line}");
        tally.differences.push(line);
        Ok(Next::Leave)
    }
}

impl Waiting {
    fn asked(&self) -> Calls<'_> {
        Calls { method: &self.subject.key, cases: self.calls.iter().map(Predicted::asked).collect() }
    }
}

impl Predicted {
    /// The call with whether the state that it leaves counts.
    fn asked(&self) -> (&TestCase, bool) {
        (&self.case, self.state.is_some())
    }
}

/// How a method is named.
pub fn shown(subject: &Subject) -> String {
    format!("{}#{}{}", subject.key.class, subject.key.method, subject.key.descriptor)
}

fn sum(text: &str) -> String {
    format!("{:x}", crc32fast::hash(text.as_bytes()))
}

fn sum_of_all(calls: &[Predicted]) -> String {
    let sums = calls.iter().map(|call| format!("{}/{}", call.end, call.state.as_deref().unwrap_or("")));
    sum(&sums.collect::<Vec<_>>().join(" "))
}
