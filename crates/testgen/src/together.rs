//! The tests of all files, run together as a launcher runs them: on the same classes, in one JVM, in several orders.
//!
//! Each of them passes alone. One that fails behind others finds what those left: it, or the one that left it, is taken out.

mod mutants;
mod orders;

use crate::file::SourceFile;
use crate::replay::{Gathered, ReplayServer, TestsOfClass, TimesTogether, move_all};
use crate::suite_error::SuiteError;
use crate::upkeep::Upkeep;
use clew_cage::Scratch;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many tests may run to find those that make others fail, as a multiple of all. What still fails then is taken out itself.
const TRIALS_PER_TEST: usize = 20;

/// The least number of tests that may run for that.
const LEAST_TRIALS: usize = 1000;

/// How many times the search may find that the JVM ends, or that tests do not end: each of these takes long.
const LONG_TRIALS: usize = 8;

/// A test class that was written, with its tests.
pub(crate) struct Member {
    /// The class that is tested, a binary name.
    pub(crate) tested: String,
    /// The binary name of the test class.
    pub(crate) class: String,
    /// Where its source is.
    pub(crate) file: PathBuf,
    /// Its source.
    pub(crate) source: SourceFile,
    /// The names of its tests, as the source has them.
    pub(crate) names: Vec<String>,
    /// For each of them, whether it was confirmed, so that a launcher runs it.
    pub(crate) is_run: Vec<bool>,
    /// How much time they use, one by one.
    pub(crate) used: Duration,
}

/// A confirmed test that goes with all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptTest {
    /// Its position among all.
    pub test: usize,
    /// The class that it tests, a binary name.
    pub tested: String,
    /// Its name.
    pub name: String,
}

/// A confirmed test that was taken out of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The class that it tests, a binary name.
    pub tested: String,
    /// The name of the test.
    pub name: String,
    /// What is wrong with it and the others together.
    pub reason: String,
    /// Whether its file is gone, because no test is left in it.
    pub file_is_gone: bool,
}

/// The position of a test among those that run.
pub(crate) type Test = usize;

/// All test classes of a run.
pub(crate) struct Company {
    /// The compiled test classes.
    folder: Scratch,
    members: Vec<Member>,
    /// The tests that run, each as a member and a position there.
    tests: Vec<(usize, usize)>,
    /// Those that were taken out of their files.
    gone: BTreeSet<Test>,
}

impl Company {
    /// Without any class.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub(crate) fn new() -> Result<Self, SuiteError> {
        let folder = Scratch::make().map_err(SuiteError::scratch)?;
        Ok(Company { folder, members: Vec::new(), tests: Vec::new(), gone: BTreeSet::new() })
    }

    /// Takes a class in that was compiled in the folder.
    ///
    /// # Errors
    /// Its class files can't be kept.
    pub(crate) fn add(&mut self, member: Member, compiled_in: &Path) -> Result<(), SuiteError> {
        move_all(&compiled_in.join("classes"), &self.classes())?;
        let number = self.members.len();
        let confirmed = member.is_run.iter().enumerate().filter(|(_, is_run)| **is_run);
        self.tests.extend(confirmed.map(|(position, _)| (number, position)));
        self.members.push(member);
        Ok(())
    }

    /// The compiled tests, and behind them what they need.
    fn class_path(&self, of_suite: &[PathBuf]) -> Vec<PathBuf> {
        std::iter::once(self.classes()).chain(of_suite.iter().cloned()).collect()
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    /// Runs the tests in several orders. Returns what does not go with the others, with the reasons: without it nothing fails.
    ///
    /// # Errors
    /// The JVM does not work.
    pub(crate) fn part(
        &self,
        server: &mut ReplayServer,
        class_path: &[PathBuf],
        test_timeout: Duration,
    ) -> Result<BTreeMap<Test, String>, SuiteError> {
        let used: Duration = self.members.iter().map(|member| member.used).sum();
        let trials = (TRIALS_PER_TEST * self.tests.len()).max(LEAST_TRIALS);
        let mut trial = Trial {
            company: self,
            server,
            class_path: self.class_path(class_path),
            times: TimesTogether::of_tests(used, test_timeout),
            left: trials,
            cost_of_long: trials / LONG_TRIALS,
        };
        trial.part()
    }

    /// The class and the name of a test.
    fn name(&self, test: Test) -> String {
        let (member, position) = self.tests[test];
        format!("{}#{}", self.members[member].class, self.members[member].names[position])
    }

    /// The tests in this order, those of a class that follow each other together.
    fn by_class(&self, order: &[Test]) -> Vec<TestsOfClass> {
        let mut classes: Vec<(usize, TestsOfClass)> = Vec::new();
        for test in order {
            let (number, position) = self.tests[*test];
            let member = &self.members[number];
            let method = member.names[position].clone();
            match classes.last_mut() {
                Some((last, tests)) if *last == number => tests.methods.push(method),
                _ => classes.push((number, TestsOfClass { class: member.class.clone(), methods: vec![method] })),
            }
        }
        classes.into_iter().map(|(_, tests)| tests).collect()
    }

    /// Writes the files again without these tests.
    ///
    /// # Errors
    /// A file can't be written.
    pub(crate) fn take_out(
        &mut self,
        reasons: &BTreeMap<Test, String>,
        upkeep: &mut Upkeep,
    ) -> Result<Vec<LeftOut>, SuiteError> {
        let mut of_member: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for test in reasons.keys() {
            let (member, position) = self.tests[*test];
            of_member.entry(member).or_default().insert(position);
        }
        for (number, positions) in &of_member {
            let member = &self.members[*number];
            if positions.len() == member.names.len() {
                upkeep.remove(&member.tested, &member.file)?;
            } else {
                upkeep.write(&member.tested, &member.file, &member.source.without(positions))?;
            }
        }
        let left_out = |(test, reason): (&Test, &String)| {
            let (number, position) = self.tests[*test];
            let member = &self.members[number];
            LeftOut {
                tested: member.tested.clone(),
                name: member.names[position].clone(),
                reason: reason.clone(),
                file_is_gone: of_member.get(&number).is_some_and(|out| out.len() == member.names.len()),
            }
        };
        let left_out = reasons.iter().map(left_out).collect();
        self.gone.extend(reasons.keys());
        Ok(left_out)
    }
}

/// The search for tests that do not go together.
struct Trial<'t> {
    company: &'t Company,
    server: &'t mut ReplayServer,
    class_path: Vec<PathBuf>,
    times: TimesTogether,
    /// How many tests may still run to find those that make others fail.
    left: usize,
    /// As how many tests one counts that does not end, or with which the JVM ends.
    cost_of_long: usize,
}

impl Trial<'_> {
    /// The tests that are to be taken out, with the reasons: then the others pass in all orders.
    fn part(&mut self) -> Result<BTreeMap<Test, String>, SuiteError> {
        let mut out = BTreeMap::new();
        loop {
            let before = out.len();
            let present: Vec<Test> = (0..self.company.tests.len()).filter(|test| !out.contains_key(test)).collect();
            for order in orders::orders(&self.company.tests, &present) {
                self.part_in(&order, &mut out)?;
            }
            if out.len() == before {
                return Ok(out);
            }
        }
    }

    /// Takes tests out until the others pass in this order.
    fn part_in(&mut self, order: &[Test], out: &mut BTreeMap<Test, String>) -> Result<(), SuiteError> {
        loop {
            let order: Vec<Test> = order.iter().copied().filter(|test| !out.contains_key(test)).collect();
            let mut failing = self.failing(&order)?;
            if failing.is_empty() {
                return Ok(());
            }
            while let Some((victim, message)) = failing.pop_first() {
                let place = order.iter().position(|test| *test == victim).unwrap_or(0);
                let (test, reason, gone) = self.culprit(&order[..place], victim, &message, &failing)?;
                out.insert(test, reason);
                failing.retain(|other, _| !gone.contains(other));
            }
        }
    }

    /// Which test is to be taken out for one that fails behind others, why, and which of the other failing ones then need not be.
    fn culprit(
        &mut self,
        before: &[Test],
        victim: Test,
        message: &str,
        failing: &BTreeMap<Test, String>,
    ) -> Result<(Test, String, BTreeSet<Test>), SuiteError> {
        let Some(culprit) = self.one_of(before, victim)? else {
            return Ok((victim, format!("it fails behind other tests: {message}"), BTreeSet::new()));
        };
        let mut order = vec![culprit, victim];
        order.extend(failing.keys().copied().filter(|other| *other != culprit));
        let victims: BTreeSet<Test> = self.failing(&order)?.into_keys().filter(|test| *test != culprit).collect();
        // Of several that make it fail each is to blame, or the one that none of them goes with.
        let mut others: Vec<Test> = before.iter().copied().filter(|test| *test != culprit).collect();
        let mut culprits = 1;
        while culprits <= victims.len() {
            match self.one_of(&others, victim)? {
                Some(other) => others.retain(|test| *test != other),
                None => break,
            }
            culprits += 1;
        }
        if culprits > victims.len() {
            let name = self.company.name(culprit);
            return Ok((victim, format!("it fails behind {name} and others: {message}"), BTreeSet::new()));
        }
        let name = self.company.name(victim);
        Ok((culprit, format!("{name} fails behind it: {message}"), victims))
    }

    /// A test of these after which the victim fails, the last one of its own class if there is one; `None` where no single test is
    /// found to make it fail.
    fn one_of(&mut self, tests: &[Test], victim: Test) -> Result<Option<Test>, SuiteError> {
        // Most often tests of one class meet in its static state, and few tests are soon run.
        let member = self.company.tests[victim].0;
        let of_class = |test: &Test| self.company.tests[*test].0 == member;
        let near: Vec<Test> = tests.iter().copied().filter(of_class).collect();
        match self.last_of(&near, victim)? {
            None if near.len() < tests.len() => self.last_of(tests, victim),
            found => Ok(found),
        }
    }

    /// The last test of these after which the victim fails, where one alone makes it fail.
    fn last_of(&mut self, tests: &[Test], victim: Test) -> Result<Option<Test>, SuiteError> {
        if tests.is_empty() || !self.fails_behind(tests, victim)? {
            return Ok(None);
        }
        let (mut tests, mut is_seen) = (tests, true);
        while tests.len() > 1 {
            let (first, second) = tests.split_at(tests.len() / 2);
            is_seen = self.fails_behind(second, victim)?;
            tests = if is_seen { second } else { first };
        }
        let is_one = is_seen || self.fails_behind(tests, victim)?;
        Ok(tests.first().copied().filter(|_| is_one))
    }

    /// Whether the victim fails behind these tests; not where no more tests may run to find that out.
    fn fails_behind(&mut self, tests: &[Test], victim: Test) -> Result<bool, SuiteError> {
        let Some(left) = self.left.checked_sub(tests.len() + 1) else { return Ok(false) };
        self.left = left;
        let order: Vec<Test> = tests.iter().copied().chain([victim]).collect();
        Ok(self.failing(&order)?.contains_key(&victim))
    }

    /// The tests that fail in this order on the same classes, with what they throw.
    fn failing(&mut self, order: &[Test]) -> Result<BTreeMap<Test, String>, SuiteError> {
        match self.run(order)? {
            Gathered::Ended(failures) => {
                let failed = failures.into_iter().filter_map(|failure| {
                    let first_line = failure.message.lines().next().unwrap_or_default().to_owned();
                    Some((*order.get(failure.test)?, first_line))
                });
                Ok(failed.collect())
            }
            Gathered::TimedOut(test) => {
                self.left = self.left.saturating_sub(self.cost_of_long);
                let test = order.get(test).or(order.last());
                Ok(test.map(|test| (*test, "it does not end in time".to_owned())).into_iter().collect())
            }
            Gathered::Exhausted => match order {
                [test] => Ok(BTreeMap::from([(*test, "no memory is left".to_owned())])),
                _ => {
                    // A test that needs much finds it where fewer are.
                    let (first, second) = order.split_at(order.len() / 2);
                    let mut failing = self.failing(first)?;
                    failing.extend(self.failing(second)?);
                    Ok(failing)
                }
            },
            Gathered::Crashed => {
                self.left = self.left.saturating_sub(self.cost_of_long);
                Ok(BTreeMap::from([(self.crashing(order)?, "the JVM ends".to_owned())]))
            }
        }
    }

    /// The last test of the shortest beginning of the order in which the JVM ends.
    fn crashing(&mut self, order: &[Test]) -> Result<Test, SuiteError> {
        let (mut passing, mut crashing) = (0, order.len());
        while crashing - passing > 1 {
            let middle = passing + (crashing - passing) / 2;
            if self.run(&order[..middle])? == Gathered::Crashed { crashing = middle } else { passing = middle }
        }
        Ok(order[crashing - 1])
    }

    fn run(&mut self, order: &[Test]) -> Result<Gathered, SuiteError> {
        if order.is_empty() {
            return Ok(Gathered::Ended(Vec::new()));
        }
        Ok(self.server.run_together(&self.class_path, &self.company.by_class(order), self.times)?)
    }
}
