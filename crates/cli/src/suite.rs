//! The tests of a class: written, and replayed where that is asked for.

use crate::args::OutputArgs;
use crate::input::Input;
use crate::jars;
use crate::report::{Replay, TestEntry};
use clew_facts::MethodFacts;
use clew_jvm::{ClassId, World};
use std::path::PathBuf;

/// Writes test classes, one for each class under test.
pub struct TestWriter {
    _jars: Vec<PathBuf>,
}

/// The tests of one class, for each method of the facts and each test of it.
pub struct ClassTests {
    /// Whether a test class was written.
    pub written: bool,
    /// For each of the facts, in order, its tests in order.
    pub tests: Vec<Vec<TestEntry>>,
}

impl TestWriter {
    /// Finds what replay needs.
    ///
    /// # Errors
    /// A line that says what is missing.
    pub fn new(_input: &Input, output: &OutputArgs) -> Result<TestWriter, String> {
        let jars = if output.no_replay { Vec::new() } else { jars::find(output.junit)? };
        Ok(TestWriter { _jars: jars })
    }

    /// Writes and replays the tests of a class.
    ///
    /// # Errors
    /// A line that says why nothing was written.
    pub fn process(&mut self, _world: &World, _class: ClassId, facts: &[MethodFacts]) -> Result<ClassTests, String> {
        Ok(ClassTests { written: false, tests: facts.iter().map(unwritten).collect() })
    }
}

/// The tests of a method none of which was written.
pub fn unwritten(facts: &MethodFacts) -> Vec<TestEntry> {
    let entry = |case: &clew_facts::TestCase| TestEntry { name: None, replay: Replay::Skipped, outcome: case.outcome.clone() };
    facts.tests.iter().map(entry).collect()
}
