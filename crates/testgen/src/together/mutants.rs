//! The tests that stay, run on mutants of the classes under test.

use super::{Company, KeptTest, Test};
use crate::replay::{ChangedClass, Fate, Record, ReplayError};
use crate::suite::Suite;
use crate::suite_error::SuiteError;
use std::time::Duration;

impl Company {
    fn kept(&self) -> Vec<KeptTest> {
        let kept = (0..self.tests.len()).filter(|test| !self.gone.contains(test));
        let named = kept.map(|test: Test| {
            let (number, position) = self.tests[test];
            let member = &self.members[number];
            KeptTest { test, tested: member.tested.clone(), name: member.names[position].clone() }
        });
        named.collect()
    }
}

impl Suite {
    /// The confirmed tests that were written, once [`Suite::run_together`] has found out which go together.
    pub fn kept_tests(&self) -> Vec<KeptTest> {
        self.settled.as_ref().map_or_else(Vec::new, Company::kept)
    }

    /// What a kept test executes, its assertions included; `None` where a recording cannot tell.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn record_kept(&mut self, test: &KeptTest) -> Result<Option<Record>, SuiteError> {
        let Some(company) = self.settled.take() else { return Ok(None) };
        let (timeout, roots) = (self.options.test_timeout, self.options.recorded.clone());
        let recorded = self.server().and_then(|(server, class_path)| {
            let (number, _) = company.tests[test.test];
            let class_path = company.class_path(&class_path);
            match server.record(&class_path, &roots, &company.members[number].class, &test.name, timeout) {
                Ok(recorded) => Ok(recorded.record),
                Err(ReplayError::Test { .. }) => Ok(None),
                Err(error) => Err(error.into()),
            }
        });
        self.settled = Some(company);
        recorded
    }

    /// Runs some of the [kept tests](Suite::kept_tests), by their positions and in this order, with a class changed, until one
    /// fails. `timeout` is for all together; it comes back how much of it they used. No verdict and no file changes.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn run_on_mutant(
        &mut self,
        mutant: ChangedClass<'_>,
        tests: &[usize],
        timeout: Duration,
    ) -> Result<(Fate, Duration), SuiteError> {
        let Some(company) = self.settled.take() else { return Ok((Fate::Survived, Duration::ZERO)) };
        let fate = self.server().and_then(|(server, class_path)| {
            let class_path = company.class_path(&class_path);
            Ok(server.run_on_mutant(&class_path, mutant, &company.by_class(tests), timeout)?)
        });
        self.settled = Some(company);
        fate
    }
}
