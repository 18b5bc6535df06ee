//! One method on its inputs, by Clew and on a JVM.

use super::inputs;
use super::jvm::{AT_A_TIME, Answer, Caller, Wanted};
use super::report::Tally;
use super::subjects::{Kind, Subject};
use super::text::{self, Told};
use anyhow::{Result, ensure};
use clew_facts::TestCase;
use clew_jvm::World;
use clew_symex::ConcreteRuns;

/// After how many inputs in a row that can't be followed for the same reason the others are not tried.
const SAME_CUTS: usize = 24;

/// What is told of a call at which the virtual machine itself comes to an end.
const LOST: &str = "?";

/// What a comparison works with.
pub struct Comparison<'w, 'c> {
    pub world: &'w World,
    pub runs: ConcreteRuns<'w>,
    pub caller: &'c mut Caller,
    pub tally: Tally,
}

/// A call of which Clew says how it ends.
struct Predicted<'i> {
    case: &'i TestCase,
    told: Told,
}

/// What the comparison of some calls says of those that follow.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl Comparison<'_, '_> {
    /// Compares so many calls of a method.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn method(&mut self, subject: &Subject, count: usize, seed: u64) -> Result<()> {
        let shown = shown(subject);
        let seed = seed.wrapping_add(u64::from(crc32fast::hash(shown.as_bytes())) << 8);
        let cases = inputs::inputs(subject, count, seed);
        match subject.kind {
            Kind::Static => self.tally.statics += 1,
            Kind::Constructor => self.tally.constructors += 1,
            Kind::Instance => self.tally.instances += 1,
        }
        self.tally.calls += cases.len() as u64;
        let predicted = self.predict(subject, &shown, &cases);
        let before = self.tally.compared;
        for chunk in predicted.chunks(AT_A_TIME) {
            if self.compare(subject, &shown, chunk)? == Next::Leave {
                break;
            }
        }
        self.tally.compared_methods += u64::from(self.tally.compared > before);
        Ok(())
    }

    /// The calls that can be followed, with their ends.
    fn predict<'i>(&mut self, subject: &Subject, shown: &str, cases: &'i [TestCase]) -> Vec<Predicted<'i>> {
        let mut predicted = Vec::new();
        let mut last = (String::new(), 0);
        for (at, case) in cases.iter().enumerate() {
            let end = match self.runs.run(subject.method, case) {
                Ok(end) => end,
                Err(reason) => {
                    let reason = reason.to_string();
                    self.tally.count_cut(reason.clone(), 1, shown);
                    last.1 = if last.0 == reason { last.1 + 1 } else { 1 };
                    last.0 = reason;
                    if last.1 == SAME_CUTS {
                        self.tally.untried += (cases.len() - at - 1) as u64;
                        break;
                    }
                    continue;
                }
            };
            last.1 = 0;
            match text::told(self.world, case, &end) {
                Some(told) => predicted.push(Predicted { case, told }),
                None => self.tally.partly_known += 1,
            }
        }
        predicted
    }

    fn compare(&mut self, subject: &Subject, shown: &str, calls: &[Predicted<'_>]) -> Result<Next> {
        let seen = match on_jvm(self.caller, subject, calls)? {
            Ok(seen) => seen,
            Err(why) => {
                self.tally.aside.insert(shown.to_owned(), why);
                return Ok(Next::Leave);
            }
        };
        let mut varying = 0;
        for (Predicted { case, told }, seen) in calls.iter().zip(&seen) {
            let Some(seen) = seen else {
                varying += 1;
                continue;
            };
            if seen.end == sum(LOST) {
                self.tally.lost += 1;
                continue;
            }
            let same_state = told.state.as_ref().map(|state| sum(state) == seen.state);
            if sum(&told.end) == seen.end && same_state != Some(false) {
                self.tally.compared += 1;
                self.tally.states += u64::from(same_state == Some(true));
                continue;
            }
            // One difference of a method and its chunk is enough to look for the bug.
            return self.difference(subject, shown, case, told);
        }
        self.tally.varying += varying;
        if varying == calls.len() as u64 {
            self.tally.aside.insert(shown.to_owned(), "its runs on the JVM differ".to_owned());
            return Ok(Next::Leave);
        }
        Ok(Next::GoOn)
    }

    fn difference(&mut self, subject: &Subject, shown: &str, case: &TestCase, told: &Told) -> Result<Next> {
        let actual = match self.caller.call(&subject.key, std::iter::once(case), Wanted::Texts)? {
            Answer::Ends(ends) => ends.concat(),
            Answer::Unusable(why) => why,
        };
        let (end, state) = actual.split_once('/').unwrap_or((&actual, ""));
        // The JVM or its memory has come to an end, or what happens hangs on the calls before.
        if end == LOST || end == told.end && told.state.as_deref().is_none_or(|told| told == state) {
            let why = "an end of the virtual machine, or state between calls";
            self.tally.aside.insert(shown.to_owned(), why.to_owned());
            return Ok(Next::Leave);
        }
        let predicted = told.state.as_deref().unwrap_or("");
        let input = text::input(case);
        let line = format!("{shown} on {input}: {}/{predicted} predicted, {actual} on the JVM", told.end);
        println!("{line}");
        self.tally.differences.push(line);
        Ok(Next::Leave)
    }
}

/// How a method is named.
pub fn shown(subject: &Subject) -> String {
    format!("{}#{}{}", subject.key.class, subject.key.method, subject.key.descriptor)
}

/// The check sums of how a call ended.
#[derive(PartialEq, Eq)]
struct Seen {
    end: String,
    state: String,
}

/// How the calls end, where they do so twice, the second time in the opposite order; the inner error says why that is not told.
fn on_jvm(
    caller: &mut Caller,
    subject: &Subject,
    calls: &[Predicted<'_>],
) -> Result<Result<Vec<Option<Seen>>, String>> {
    let cases = calls.iter().map(|call| call.case);
    let forwards = match caller.call(&subject.key, cases.clone(), Wanted::Sums)? {
        Answer::Ends(ends) => ends,
        Answer::Unusable(why) => return Ok(Err(why)),
    };
    let backwards = match caller.call(&subject.key, cases.rev(), Wanted::Sums)? {
        Answer::Ends(ends) => ends,
        Answer::Unusable(why) => return Ok(Err(why)),
    };
    ensure!(forwards.len() == calls.len(), "{} answers to {} calls", forwards.len(), calls.len());
    let pairs = forwards.into_iter().zip(backwards.into_iter().rev());
    let seen = pairs.map(|(one, other)| {
        let (end, state) = one.split_once('/')?;
        (one == other).then(|| Seen { end: end.to_owned(), state: state.to_owned() })
    });
    Ok(Ok(seen.collect()))
}

fn sum(text: &str) -> String {
    format!("{:x}", crc32fast::hash(text.as_bytes()))
}
