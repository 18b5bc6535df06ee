//! The tests of a class: written, and replayed where that is asked for.

use crate::args::{BudgetArgs, InputsArg, JunitArg, ReplayArgs};
use crate::cache::{Replayed, ReplayedClass};
use crate::input::{self, ClassRoot, Input};
use crate::jars;
use crate::options;
use crate::report::{Replay, TestEntry};
use clew_base::OrderedSet;
use clew_cage::Scratch;
use clew_facts::{MethodFacts, RealAnswer, RealCall, SeenCalls, TestCase};
use clew_jvm::World;
use clew_testgen::replay::{ChangedClass, Confinement, Fate, Record};
use clew_testgen::{
    CallsToSee, FileChange, Inputs, JUnit, KeptTest, LeftOut, NullArguments, Recording, Replaying, StateBy, Suite,
    SuiteError, SuiteOptions, TestFile, TestReport, Writing,
};
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least time that the tests of a method have on the JVM, whatever the budget of its exploration.
const LEAST_TIME: Duration = Duration::from_secs(5);

/// Writes test classes, one for each class under test.
pub struct TestWriter {
    suite: Suite,
    /// How tests are written and run, in words.
    style: String,
    /// The class path of the tests, and the libraries that every test may use.
    class_path: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
    /// Where tests go.
    out: Option<PathBuf>,
    replays: Replays,
    /// Whether tests are run whatever an earlier run has seen.
    runs_anew: bool,
    staged_folders: Vec<PathBuf>,
    /// Class files that lie elsewhere than their package says, put in order for the JVM.
    _staged: Option<Scratch>,
}

/// What becomes of tests on the JVM.
enum Replays {
    /// They are not run in a cage, so that another run may see something else.
    Unlike,
    /// They are run, and this is what became of them so far.
    Run(Replayed),
    /// An earlier run has seen it; what is left of it.
    Known(VecDeque<ReplayedClass>, Vec<LeftOut>),
}

/// What the outcomes of tests depend on, besides the tests.
pub struct ReplaySetting<'a> {
    /// How they are written and run, in words.
    pub style: &'a str,
    /// Their class path.
    pub class_path: &'a [PathBuf],
    /// The folders in it that are made for this run alone, whose names mean nothing.
    pub staged: &'a [PathBuf],
    /// The libraries that every test may use.
    pub libraries: &'a [PathBuf],
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
    /// Which tests of null arguments are written.
    pub null_arguments: NullArguments,
    /// Whether calls may be inputs.
    pub input_calls: InputCalls,
}

impl TestWriter {
    /// Finds what replay needs. Without an output, tests are run and not kept.
    ///
    /// # Errors
    /// A line that says what is missing.
    pub fn new(
        input: &Input,
        output: Option<Output<'_>>,
        TestStyle { junit, inputs, null_arguments, input_calls }: TestStyle,
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
        let out = output.as_ref().map(|output| output.folder.to_path_buf());
        let writing = output.as_ref().map_or(Writing::Nothing, |output| output.writing);
        let maker = output.map(|output| output.maker).unwrap_or_default();
        let time = options::time(budget);
        let style =
            format!("{junit:?} {inputs:?} {null_arguments:?} {input_calls:?} {time:?} {} {maker}", out.is_some());
        let is_dry = out.is_some() && writing == Writing::Nothing;
        let replays = match replay.no_replay || replay.uncaged || is_dry {
            false => Replays::Run(Replayed::default()),
            true => Replays::Unlike,
        };
        let libraries = junit_jars.iter().chain(&mockito_jars).cloned().collect();
        let options = SuiteOptions {
            out: out.clone(),
            writing,
            maker,
            junit: match junit {
                JunitArg::Five => JUnit::Five,
                JunitArg::Four => JUnit::Four,
            },
            inputs: match inputs {
                InputsArg::PreferApi | InputsArg::Any => Inputs::Any,
                InputsArg::Api => Inputs::Api,
            },
            null_arguments,
            replay: if replay.no_replay { Replaying::Off } else { Replaying::On },
            class_path: class_path.clone(),
            recorded,
            method_timeout: Some(options::time(budget).max(LEAST_TIME)),
            junit_jars,
            mockito_jars,
            jdk_home: input.spec.jdk.clone(),
            confinement: if replay.uncaged { Confinement::None } else { Confinement::Full },
            ..SuiteOptions::default()
        };
        let staged_folders = staged.iter().map(|folder| folder.path().to_path_buf()).collect();
        let suite = Suite::without_jvm(options);
        Ok(TestWriter {
            suite,
            style,
            class_path,
            libraries,
            out,
            replays,
            runs_anew: false,
            staged_folders,
            _staged: staged,
        })
    }

    /// Has tests run also where an earlier run has seen what becomes of them.
    pub fn run_anew(&mut self) {
        self.runs_anew = true;
    }

    /// Starts the JVM, where tests are to be run.
    ///
    /// # Errors
    /// A line that says what is missing.
    pub fn start(&mut self) -> Result<(), String> {
        self.suite.start().map_err(|error| error.to_string())
    }

    /// What the outcomes of tests depend on; nothing where they are not the same in another run.
    pub fn setting(&self) -> Option<ReplaySetting<'_>> {
        let TestWriter { style, class_path, libraries, staged_folders, .. } = self;
        let setting = ReplaySetting { style, class_path, staged: staged_folders, libraries };
        (!matches!(self.replays, Replays::Unlike)).then_some(setting)
    }

    /// Takes what an earlier run has seen for what becomes of the tests. Not where they are to be run anew, nor where they would be called otherwise now.
    pub fn recall(&mut self, world: &World, replayed: Replayed) -> bool {
        let classes: Vec<&str> = replayed.classes.iter().map(|class| class.class.as_str()).collect();
        let files = self.suite.places(world, &classes);
        let is_same = !self.runs_anew
            && files.is_some_and(|files| files.iter().eq(replayed.classes.iter().map(|class| &class.file)));
        if is_same {
            self.replays = Replays::Known(replayed.classes.into(), replayed.left_out);
        }
        is_same
    }

    /// What this run has seen of all its tests, with the files as they are now. `None` where somebody has edited one of them.
    pub fn replayed(&self) -> Option<Replayed> {
        let Replays::Run(replayed) = &self.replays else { return None };
        let is_edited = |file: &TestFile| matches!(file.change, FileChange::Edited | FileChange::EditedHelpers);
        if self.suite.files().iter().any(is_edited) {
            return None;
        }
        let mut replayed = replayed.clone();
        for class in replayed.classes.iter_mut().filter(|class| class.written) {
            let Some(out) = &self.out else { continue };
            class.text = match std::fs::read_to_string(out.join(&class.file)) {
                Ok(text) => Some(text),
                // All its tests were taken out.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(_) => return None,
            };
        }
        Some(replayed)
    }

    /// Makes calls of methods whose code is not there, and tells what they return.
    ///
    /// # Errors
    /// The JVM or the file system does not work.
    pub fn see(&mut self, calls: &[CallsToSee]) -> Result<Vec<SeenCalls>, SuiteError> {
        if calls.is_empty() { Ok(Vec::new()) } else { self.suite.see(calls) }
    }

    /// Makes calls of the JDK in the cage, and tells the ends of those that end the same way each time.
    ///
    /// # Errors
    /// The JVM or the file system does not work.
    pub fn call_for_real(&mut self, calls: &[RealCall]) -> Result<Vec<RealAnswer>, SuiteError> {
        self.suite.call_for_real(calls)
    }

    /// Runs the tests of all classes together, and takes those out of the files that do not go with others; they are told.
    ///
    /// # Errors
    /// The JVM or the file system does not work.
    pub fn run_together(&mut self) -> Result<Vec<LeftOut>, SuiteError> {
        if let Replays::Known(_, left_out) = &self.replays {
            return Ok(left_out.clone());
        }
        let left_out = self.suite.run_together().inspect_err(|_| self.replays = Replays::Unlike)?;
        if let Replays::Run(replayed) = &mut self.replays {
            replayed.left_out.clone_from(&left_out);
        }
        Ok(left_out)
    }

    /// The confirmed tests that were written and go together.
    pub fn kept_tests(&self) -> Vec<KeptTest> {
        self.suite.kept_tests()
    }

    /// What a kept test executes, its assertions included; `None` where a recording cannot tell.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn record_kept(&mut self, test: &KeptTest) -> Result<Option<Record>, SuiteError> {
        self.suite.record_kept(test)
    }

    /// Runs some of them, by their positions, with a class changed, and tells how much of the time for all of them they used.
    ///
    /// # Errors
    /// The JVM does not work.
    pub fn run_on_mutant(
        &mut self,
        mutant: ChangedClass<'_>,
        tests: &[usize],
        timeout: Duration,
    ) -> Result<(Fate, Duration), SuiteError> {
        self.suite.run_on_mutant(mutant, tests, timeout)
    }

    /// Takes away the files of classes that the input has no longer.
    ///
    /// # Errors
    /// A file can't be removed.
    pub fn tidy(&mut self, world: &World) -> Result<(), SuiteError> {
        let input: Vec<String> = world.input_classes().into_iter().map(|class| class.replace('/', ".")).collect();
        self.suite.tidy(world, &input)
    }

    /// Has the files of the helpers that tests share hold what these use.
    ///
    /// # Errors
    /// A file can't be written or removed.
    pub fn settle_helpers(&mut self) -> Result<(), SuiteError> {
        self.suite.settle_helpers()
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
        if let Replays::Known(classes, _) = &mut self.replays {
            let known = classes.pop_front().filter(|known| known.class == class && known.tests.len() == facts.len());
            let known = known.ok_or_else(|| SuiteError::NoClass(class.into()))?;
            self.suite.restore(world, class, known.text.as_deref())?;
            return Ok(ClassTests { written: known.written, tests: known.tests });
        }
        let file = self.suite.places(world, &[class]).and_then(|files| files.into_iter().next());
        let report = self.suite.process_class(world, class, facts).inspect_err(|_| self.replays = Replays::Unlike)?;
        let mut tests: Vec<Vec<TestEntry>> = facts.iter().map(unwritten).collect();
        for test in report.tests {
            let slot = tests.get_mut(test.method).and_then(|of_method| of_method.get_mut(test.test));
            if let Some(slot) = slot {
                *slot = entry(test);
            }
        }
        let written = report.source.is_some();
        if let (Replays::Run(replayed), Some(file)) = (&mut self.replays, file) {
            let (class, tests) = (class.to_owned(), tests.clone());
            replayed.classes.push(ReplayedClass { class, written, file, text: None, tests });
        } else {
            self.replays = Replays::Unlike;
        }
        Ok(ClassTests { written, tests })
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
        pinned: BTreeSet::new(),
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
        Seen::LeftOut { reason } => Replay::LeftOut { reason },
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
        pinned: test.pinned,
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
