//! The tests of a class: written, and replayed where that is asked for.

use crate::args::{BudgetArgs, InputsArg, JunitArg, ReplayArgs};
use crate::input::{self, ClassRoot, Input};
use crate::jars;
use crate::options;
use crate::report::{Replay, TestEntry};
use clew_base::OrderedSet;
use clew_cage::Scratch;
use clew_facts::{MethodFacts, SeenCalls, TestCase};
use clew_jvm::World;
use clew_testgen::replay::Confinement;
use clew_testgen::{
    CallsToSee, Inputs, JUnit, LeftOut, Recording, Replaying, StateBy, Suite, SuiteError, SuiteOptions, TestFile,
    TestReport, Writing,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least time that the tests of a method have on the JVM, whatever the budget of its exploration.
const LEAST_TIME: Duration = Duration::from_secs(5);

/// Writes test classes, one for each class under test.
pub struct TestWriter {
    suite: Suite,
    /// Class files that lie elsewhere than their package says, put in order for the JVM.
    _staged: Option<Scratch>,
}

/// Whether calls are inputs, so that tests need Mockito.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputCalls {
    /// No call is.
    None,
    /// Some are.
    Some,
}

/// The tests of one class.
pub struct ClassTests {
    /// Whether a test class was written.
    pub written: bool,
    /// For each of the facts, in order, its tests in order.
    pub tests: Vec<Vec<TestEntry>>,
}

/// Where tests go.
#[derive(Clone, Debug)]
pub struct Output<'a> {
    /// The folder for them.
    pub folder: &'a Path,
    /// Whether anything is written there.
    pub writing: Writing,
    /// What makes them, as their files tell.
    pub maker: String,
}

/// How tests are written.
#[derive(Clone, Copy, Debug)]
pub struct TestStyle {
    /// For which JUnit.
    pub junit: JunitArg,
    /// How they make objects.
    pub inputs: InputsArg,
    /// Whether calls may be inputs.
    pub input_calls: InputCalls,
}

impl TestWriter {
    /// Finds what replay needs, and starts a JVM. Without an output, tests are run and not kept.
    ///
    /// # Errors
    /// A line that says what is missing.
    pub fn new(
        input: &Input,
        output: Option<Output<'_>>,
        TestStyle { junit, inputs, input_calls }: TestStyle,
        replay: &ReplayArgs,
        budget: &BudgetArgs,
    ) -> Result<TestWriter, String> {
        let junit_jars = jars::find(junit).map_err(|fault| fault.to_string())?;
        let mockito_jars = match input_calls {
            InputCalls::None => Vec::new(),
            InputCalls::Some => jars::mockito().map_err(|fault| fault.to_string())?,
        };
        let (recorded, staged) = roots(input)?;
        let mut class_path = recorded.clone();
        class_path.extend(input.spec.libraries.iter().flat_map(|path| expand(path)).map(|path| for_jvm(&path)));
        let options = SuiteOptions {
            out: output.as_ref().map(|output| output.folder.to_path_buf()),
            writing: output.as_ref().map_or(Writing::Nothing, |output| output.writing),
            maker: output.map(|output| output.maker).unwrap_or_default(),
            junit: match junit {
                JunitArg::Five => JUnit::Five,
                JunitArg::Four => JUnit::Four,
            },
            inputs: match inputs {
                InputsArg::PreferApi | InputsArg::Any => Inputs::Any,
                InputsArg::Api => Inputs::Api,
            },
            replay: if replay.no_replay { Replaying::Off } else { Replaying::On },
            class_path,
            recorded,
            method_timeout: Some(options::time(budget).max(LEAST_TIME)),
            junit_jars,
            mockito_jars,
            jdk_home: input.spec.jdk.clone(),
            confinement: if replay.uncaged { Confinement::None } else { Confinement::Full },
            ..SuiteOptions::default()
        };
        let suite = Suite::new(options).map_err(|error| error.to_string())?;
        Ok(TestWriter { suite, _staged: staged })
    }

    /// Makes calls of methods whose code is not there, and tells what they return.
    ///
    /// # Errors
    /// The JVM or the file system does not work.
    pub fn see(&mut self, calls: &[CallsToSee]) -> Result<Vec<SeenCalls>, SuiteError> {
        if calls.is_empty() { Ok(Vec::new()) } else { self.suite.see(calls) }
    }

    /// Runs the tests of all classes together, and takes those out of the files that do not go with others; they are told.
    ///
    /// # Errors
    /// The JVM or the file system does not work.
    pub fn run_together(&mut self) -> Result<Vec<LeftOut>, SuiteError> {
        self.suite.run_together()
    }

    /// Takes away the files of classes that the input has no longer.
    ///
    /// # Errors
    /// A file can't be removed.
    pub fn tidy(&mut self, world: &World) -> Result<(), SuiteError> {
        let input: Vec<String> = world.input_classes().into_iter().map(|class| class.replace('/', ".")).collect();
        self.suite.tidy(world, &input)
    }

    /// What becomes of the files of tests.
    pub fn files(&self) -> Vec<TestFile> {
        self.suite.files()
    }

    /// Writes and replays the tests of a class (a binary name).
    ///
    /// # Errors
    /// Why nothing was written.
    pub fn process(&mut self, world: &World, class: &str, facts: &[MethodFacts]) -> Result<ClassTests, SuiteError> {
        let report = self.suite.process_class(world, class, facts)?;
        let mut tests: Vec<Vec<TestEntry>> = facts.iter().map(unwritten).collect();
        for test in report.tests {
            let slot = tests.get_mut(test.method).and_then(|of_method| of_method.get_mut(test.test));
            if let Some(slot) = slot {
                *slot = entry(test);
            }
        }
        Ok(ClassTests { written: report.source.is_some(), tests })
    }
}

/// The tests of a method none of which was written.
pub fn unwritten(facts: &MethodFacts) -> Vec<TestEntry> {
    let entry = |case: &TestCase| TestEntry {
        name: None,
        replay: Replay::Skipped,
        tried: Vec::new(),
        outcome: case.outcome.clone(),
        state_by: StateBy::default(),
        source: String::new(),
        recording: Recording::No,
    };
    facts.tests.iter().map(entry).collect()
}

fn entry(test: TestReport) -> TestEntry {
    use clew_testgen::Replay as Seen;
    let replay = match test.replay {
        Seen::Confirmed => Replay::Confirmed,
        Seen::Mismatch { expected, actual } => {
            Replay::Mismatch { detail: format!("expected {expected}, but {actual}") }
        }
        Seen::Timeout => Replay::Timeout,
        Seen::Unstable => Replay::Unstable,
        Seen::Caged { prediction } => Replay::Caged { prediction },
        Seen::Skipped => Replay::Skipped,
        Seen::OutOfTime => Replay::OutOfTime,
        Seen::CannotBuild { reason } => Replay::CannotBuild { reason },
    };
    TestEntry {
        name: Some(test.name).filter(|name| !name.is_empty()),
        replay,
        tried: test.tried,
        outcome: test.outcome,
        state_by: test.state_by,
        source: test.source,
        recording: test.recording,
    }
}

/// The class path entries under which a JVM finds the classes of the input. A class file that lies elsewhere than its
/// package says is copied to where it belongs, below a temporary folder.
fn roots(input: &Input) -> Result<(Vec<PathBuf>, Option<Scratch>), String> {
    let mut roots: OrderedSet<PathBuf> = OrderedSet::default();
    let mut staged: Option<Scratch> = None;
    for name in input.world.input_classes() {
        // What cannot be loaded has a line of its own already.
        if input.world.load(&name).is_err() {
            continue;
        }
        match input.root_of(&name) {
            Some(ClassRoot::Entry(root)) => {
                roots.insert(for_jvm(&root));
            }
            Some(ClassRoot::Misplaced(file)) => {
                let folder = match staged.take() {
                    Some(folder) => folder,
                    None => Scratch::make().map_err(|error| no_scratch(&error))?,
                };
                let root = folder.layout().products();
                stage(&file, &root.join(format!("{name}.class"))).map_err(|error| no_scratch(&error))?;
                roots.insert(root);
                staged = Some(folder);
            }
            None => {}
        }
    }
    Ok((roots.into_iter().collect(), staged))
}

/// The path as a JVM is told it; as it is where the working folder is gone, which is found out when it is used.
fn for_jvm(path: &Path) -> PathBuf {
    input::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn no_scratch(error: &std::io::Error) -> String {
    format!(
        "cannot write to the temporary folder: {} ({error}); name another in TMPDIR",
        std::env::temp_dir().display()
    )
}

fn stage(from: &Path, to: &Path) -> std::io::Result<()> {
    if let Some(parent) = to.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::copy(from, to).map(|_| ())
}

/// A class path entry, or all jars of the folder for `folder/*`.
fn expand(path: &Path) -> Vec<PathBuf> {
    if path.file_name().is_none_or(|name| name != "*") {
        return vec![path.to_path_buf()];
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that cannot be read has a line of its own already.
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut jars: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))).collect();
    jars.sort();
    jars
}
