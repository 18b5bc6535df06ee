//! The values that several commands let a flag have.

use clap::ValueEnum;

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs)]
pub enum ColorArg {
    Auto,
    Always,
    Never,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// Tables for people.
    Text,
    /// One JSON document on standard output and nothing else.
    Json,
}

/// How the heap of the input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeapArg {
    /// The heap solver: what a reference names stays open inside the values that are read; only branches of the program decide it.
    Solver,
    /// Lazy initialization: all choices for a reference are made when it is first followed.
    Lazy,
}

/// Whether references of the input may name one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AliasingArg {
    /// They may.
    On,
    /// They may not: every proof then rests on the assumption no_alias(*).
    Off,
}

/// Which state is explored next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchArg {
    /// The newest first.
    Dfs,
    /// The oldest first.
    Bfs,
    /// Any, as `--seed` says.
    Random,
    /// One that stands at code no other has executed yet, else the newest.
    Coverage,
}

/// Which JUnit the tests are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JunitArg {
    /// JUnit 5 (Jupiter).
    #[value(name = "5")]
    Five,
    /// JUnit 4.
    #[value(name = "4")]
    Four,
}

/// What the settings call the flag `--inputs`, because `inputs` there are the classes to look at.
pub const INPUTS_MADE: &str = "inputs_made";

/// How the objects of the input are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputsArg {
    /// By calls where these reach the same goals; else as `any`.
    PreferApi,
    /// As a person would where that can be, else by reflection.
    Any,
    /// By public constructors, methods and fields alone: goals for which that does not do are undecided, and say so.
    Api,
}

/// Which tests are written that only show that a null argument leads to a `NullPointerException`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NullArgumentsArg {
    /// One for each parameter, behind the others, and those that reach a line or a branch that no other test reaches.
    On,
    /// None.
    Off,
}
