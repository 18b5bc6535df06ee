//! What a suite of tests needs to know before it begins.

use crate::replay::Confinement;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How much time one run of a test may use by default.
const DEFAULT_TEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The version of JUnit that tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JUnit {
    /// JUnit 5 (Jupiter).
    #[default]
    Five,
    /// JUnit 4.
    Four,
}

/// How the objects of the input are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inputs {
    /// As a person would where that can be, else by reflection.
    #[default]
    Any,
    /// By public constructors, methods and fields alone; a test that would need more is not written.
    Api,
}

/// Which tests are kept that only show that a `null` argument leads to a `NullPointerException` that the program does not throw itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullArguments {
    /// All of them.
    #[default]
    All,
    /// One for each parameter, and those that reach a line or a branch that no other test reaches.
    OnePerParameter,
    /// None.
    None,
}

/// Whether tests are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replaying {
    /// Every test is run, and only those are kept whose outcome is right.
    #[default]
    On,
    /// Tests are written only; none is compiled or run.
    Off,
}

/// Whether files are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writing {
    /// They are.
    #[default]
    Files,
    /// It is only found out what would change.
    Nothing,
}

/// What a [`Suite`](crate::Suite) needs to know.
#[derive(Clone, Debug)]
pub struct SuiteOptions {
    /// The folder for the sources; default: they are not kept.
    pub out: Option<PathBuf>,
    /// Whether sources are written there; default yes.
    pub writing: Writing,
    /// What made the tests, for the first line of each file: the name, the version and the flags; default only the name.
    pub maker: String,
    /// The version of JUnit; default 5.
    pub junit: JUnit,
    /// Whether tests are run; default on.
    pub replay: Replaying,
    /// How the objects of the input are made; default by any means.
    pub inputs: Inputs,
    /// Which tests of `null` arguments are kept; default all.
    pub null_arguments: NullArguments,
    /// The classes under test and the libraries they need; default none.
    pub class_path: Vec<PathBuf>,
    /// Those entries of the class path of whose classes is recorded what confirmed tests execute; default none.
    pub recorded: Vec<PathBuf>,
    /// The jars of JUnit; default none, with which nothing compiles.
    pub junit_jars: Vec<PathBuf>,
    /// The jars of Mockito, the agent first, which tests need where calls are inputs; default none.
    pub mockito_jars: Vec<PathBuf>,
    /// How much time one run of a test may use, as [`ReplayServer::run`](crate::replay::ReplayServer::run) counts it; default 10 s.
    pub test_timeout: Duration,
    /// How much time all runs of the tests of one method may use together, counted in the same way, beyond what ordinary tests
    /// use; default none, for as much as they like.
    pub method_timeout: Option<Duration>,
    /// The home of the JDK; empty, as by default, for the one of the environment, as [`ReplayOptions`](crate::replay::ReplayOptions) has it.
    pub jdk_home: PathBuf,
    /// Whether tests run in a cage; default [`Confinement::Full`].
    pub confinement: Confinement,
    /// The command line that gets to the cage's supervisor, as [`ReplayOptions`](crate::replay::ReplayOptions) has it; default empty.
    pub supervisor: Vec<OsString>,
}

impl Default for SuiteOptions {
    fn default() -> Self {
        SuiteOptions {
            out: None,
            writing: Writing::default(),
            maker: "Clew".into(),
            junit: JUnit::default(),
            replay: Replaying::default(),
            inputs: Inputs::default(),
            null_arguments: NullArguments::default(),
            class_path: Vec::new(),
            recorded: Vec::new(),
            junit_jars: Vec::new(),
            mockito_jars: Vec::new(),
            test_timeout: DEFAULT_TEST_TIMEOUT,
            method_timeout: None,
            jdk_home: PathBuf::new(),
            confinement: Confinement::default(),
            supervisor: Vec::new(),
        }
    }
}

impl SuiteOptions {
    /// The jars that every test may use.
    pub(crate) fn libraries(&self) -> Vec<PathBuf> {
        self.junit_jars.iter().chain(&self.mockito_jars).cloned().collect()
    }
}
