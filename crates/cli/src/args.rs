//! The command line.

mod check;
mod cover;
mod exploration;
mod reach;
mod show;
mod store;
mod summarize;
mod tools;
mod unverified;
mod verified;
mod verify;

pub use check::{CallsArg, CheckArgs, CheckFormatArg};
pub use cover::CoverArgs;
pub use exploration::{BoundArgs, BudgetArgs, ExplorationArgs};
pub use reach::ReachArgs;
pub use show::{ShowArgs, flag};
pub use store::{CacheArgs, StoreArgs, StorePlaceArgs};
pub use summarize::{CaseArgs, SpecializedArgs, SummarizeArgs};
pub use tools::{CompletionsArgs, ConfigArgs, DoctorArgs, ManArgs};
pub use unverified::UnverifiedArgs;
pub use verified::VerifiedArgs;
pub use verify::{VerdictArg, VerifyArgs};

use crate::fail_on::FailOn;
use crate::path_list::PathList;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Where tests go unless `--out` says otherwise.
pub const DEFAULT_OUT: &str = "clew-tests";

const EXAMPLES: &str = "\
Examples:
  clew generate build/classes
      tests for every non-private method below build/classes, written to clew-tests/
  clew generate app.jar --classpath lib/a.jar:lib/b.jar --class 'org.example.*' --out tests
      tests for the classes of one package of a jar that needs two others
  clew generate build/classes --method 'gcd(II)I' --criterion paths --loop-k 3
      a test for every path of one method, with up to three rounds of each loop
  clew generate app.jar --format json --quiet > clew.json
      the verdict of every goal, for a script
  clew ir build/classes --method 'demo.Fraction#gcd'
      how Clew sees a method
  clew ir program.clew --unverified may-must
      a program with statements that guide tests toward executions which a verifier has not covered
  clew cover program.clew --criterion statements --unwind 3
      tests for the blocks of a program in the block language, with up to three rounds of each loop
  clew reach build/classes --target demo.Fraction#gcd:29
      a test that gets to one line, or a proof without a bound on loops that nothing does
  clew check build/classes --fail-on unreachable:unconditional
      dead code and conditions that decide nothing; exit code 1 if there are any
  clew verify build/classes --sound
      which null, bounds, division and cast checks and assertions never fail
  clew summarize build/classes --method 'demo.Fraction#gcd'
      what a method and those that it calls do, case by case
  clew doctor
      what Clew finds on this machine, and what is missing

Settings: each flag can also be given by a variable (--loop-k by CLEW_LOOP_K) or in the file clew.toml of this folder or the
nearest one above; clew config lists them all.

Exit codes:
  0  done
  1  done, and a verdict named by --fail-on is among the results
  2  bad usage or bad input (the rest of the input was processed)
  3  an internal error, or a generated test that the JVM contradicted (always a bug in Clew)
  4  with --fail-on: nothing that it names was found, and the run did not finish";

/// Answers for every point of a Java program whether an execution can get there: with a JUnit test that was replayed on
/// a JVM, or with a proof and its assumptions.
#[derive(Debug, Parser)]
#[command(name = "clew", version, after_long_help = EXAMPLES, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours: `auto` uses them on a terminal only.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorArg,
    /// File with settings [default: clew.toml in the working folder or the nearest one above].
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Read no file with settings.
    #[arg(long, global = true)]
    pub no_config: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Writes replayed JUnit tests for compiled Java, with a verdict for every goal.
    Generate(Box<GenerateArgs>),
    /// Covers a program of the block language by tests, and proves which of its blocks no complete execution passes.
    Cover(CoverArgs),
    /// Finds a test that gets to one place of a Java method, or of a program of the block language, or proves that nothing does.
    Reach(ReachArgs),
    /// Finds dead code, doomed code and conditions that decide nothing in compiled Java, each with a proof.
    Check(Box<CheckArgs>),
    /// Says of every implicit check and assertion of compiled Java whether it never fails, without exploring anything.
    Verify(Box<VerifyArgs>),
    /// Says what methods do, case by case: under which condition, on which heap, with which result.
    Summarize(Box<SummarizeArgs>),
    /// Prints methods as the block language, which is how every engine of Clew sees them.
    Ir(Box<IrArgs>),
    /// Says what Clew finds on this machine, what is missing, and how to mend it.
    Doctor(DoctorArgs),
    /// Shows what is kept of earlier runs, and drops it.
    Cache(CacheArgs),
    /// Lists all settings with their values and where these come from.
    Config(ConfigArgs),
    /// Prints a script that completes the command line in a shell.
    Completions(CompletionsArgs),
    /// Prints the manual page, or writes one for each command.
    Man(ManArgs),
}

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

/// Where the classes come from that the input needs.
#[derive(Args, Clone, Debug)]
pub struct LibraryArgs {
    /// Directories and jars with the classes that the input needs; several are separated as in `java -cp`.
    #[arg(long, value_name = "PATHS", help_heading = "Input", value_parser = PathList::parser())]
    pub classpath: Option<PathList>,
    /// Home of the JDK whose library classes are used, and whose `java` replays tests [default: JAVA_HOME, else the `java` on the PATH].
    #[arg(long, value_name = "HOME", help_heading = "Input")]
    pub jdk: Option<PathBuf>,
}

impl LibraryArgs {
    /// The entries of the class path.
    pub fn entries(&self) -> &[PathBuf] {
        self.classpath.as_ref().map_or(&[], |list| &list.0)
    }
}

/// Where classes come from, for every command that reads them.
#[derive(Args, Clone, Debug)]
pub struct ClassPathArgs {
    /// What the input needs.
    #[command(flatten)]
    pub libraries: LibraryArgs,
    /// Only classes whose binary name matches (`org.example.*`, `demo.Outer$Inner`); may be repeated.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub class: Vec<String>,
    /// Only methods that match: `name`, `name(descriptor)` or `Class#name` (`gcd`, `gcd(II)I`, `demo.Fraction#gcd`, `<init>`); may be repeated. Private and
    /// compiler-made methods are taken only where a pattern without wildcards names them.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub method: Vec<String>,
}

/// What may be assumed of the input.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct AssumeArgs {
    /// What may be assumed of the heap at entry: `non_aliasing(a,b)` (they name different objects), `non_sharing(a,b)` (no
    /// object can be reached from both), `acyclic(a)`, `rep_ok(a)` (its method `boolean repOk()` returns true), where `a` and
    /// `b` are places such as `this.first` or `other`. It counts for every method that has the places, or for those that a
    /// pattern before it names (`demo.List#append: non_sharing(this,other)`); may be repeated. A verdict that rests on it
    /// lists it. An annotation named ClewAssume on a method, of the program's own, does the same for that method.
    #[arg(long, value_name = "TEXT")]
    pub assume: Vec<String>,
    /// A file with assumptions as for --assume, one a line; lines that begin with `#` are comments. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub assume_file: Vec<PathBuf>,
    /// What is otherwise assumed and is not to be; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub no_assume: Vec<NoAssumeArg>,
    /// Print the class invariants that verdicts rest on, each with the places in the code that prove it.
    #[arg(long, help_heading = "Output")]
    pub explain_invariants: bool,
}

/// What is assumed unless the user says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NoAssumeArg {
    /// That objects keep what the code of their classes establishes and keeps of their private and final fields: with this
    /// flag they may be in any state, as reflection or deserialization could make them.
    #[value(name = "class_invariants")]
    ClassInvariants,
    /// That objects hold what the type arguments of their declared types say: with this flag a `List<String>` of the input
    /// may hold anything, as callers with raw types can have it.
    #[value(name = "generic_types")]
    GenericTypes,
}

impl AssumeArgs {
    /// Whether objects keep the invariants of their classes.
    pub fn keeps_class_invariants(&self) -> bool {
        !self.no_assume.contains(&NoAssumeArg::ClassInvariants)
    }

    /// Whether objects hold what the type arguments of their declared types say.
    pub fn keeps_generic_types(&self) -> bool {
        !self.no_assume.contains(&NoAssumeArg::GenericTypes)
    }
}

/// Whether tests are run, and how.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct ReplayArgs {
    /// Run no test on a JVM; no goal is then unconditionally reached.
    #[arg(long)]
    pub no_replay: bool,
    /// Run the tests without the cage that keeps them from changing files, opening sockets, starting processes and ending
    /// the JVM: they can then do whatever you can.
    #[arg(long, conflicts_with = "no_replay")]
    pub uncaged: bool,
}

/// `clew generate`.
#[derive(Args, Clone, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct GenerateArgs {
    /// Class files, directories of class files, or jars to write tests for.
    #[arg(required = true, value_name = "INPUT", help_heading = "Input")]
    pub inputs: Vec<PathBuf>,
    /// Where the classes come from, and which are meant.
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// Every call of a matching method returns a fresh input, and its code does not run (`org.example.Clock#now`); may be
    /// repeated. The tests give the values with Mockito.
    #[arg(long, value_name = "GLOB", help_heading = "Input")]
    pub input_call: Vec<String>,
    /// Also the members that compilers generate for enums and records: values and valueOf; accessors, constructors, equals,
    /// hashCode and toString that are not written in the source.
    #[arg(long, help_heading = "Input")]
    pub generated_members: bool,
    /// What may be assumed of the input.
    #[command(flatten)]
    pub assume: AssumeArgs,
    /// What is verified already.
    #[command(flatten)]
    pub verified: VerifiedArgs,

    /// How methods are explored.
    #[command(flatten)]
    pub exploration: ExplorationArgs,
    /// How far executions are followed.
    #[command(flatten)]
    pub bounds: BoundArgs,
    /// How much work is done.
    #[command(flatten)]
    pub budget: BudgetArgs,
    /// What is kept from run to run.
    #[command(flatten)]
    pub store: StoreArgs,
    /// What is written.
    #[command(flatten)]
    pub output: OutputArgs,
    /// What is written for reading.
    #[command(flatten)]
    pub reports: ReportArgs,
}

/// What is written.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Folder for the tests; made if it isn't there.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_OUT)]
    pub out: PathBuf,
    /// Write no tests, and remove none: only say which files a run would change.
    #[arg(long)]
    pub dry_run: bool,
    /// Change the classes in small ways (`<` for `<=`, `+` for `-`, a call less), run the tests on each of these mutants, and tell
    /// how many they notice. It is a measure: no verdict and no test changes.
    #[arg(long, conflicts_with = "no_replay")]
    pub mutants: bool,
    /// Look for executions that break the assumptions of proofs and reach the goals all the same: beyond the bounds, from inputs
    /// that the proof leaves out. A test that is found corrects the verdict; what survives is told with what was tried. It may cost
    /// as much again as everything else: instructions, solver work and time.
    #[arg(long, conflicts_with = "no_replay")]
    pub attack_assumptions: bool,
    /// Run calls of the JDK that cannot be followed for real, in the cage, and go on with their results, for goals that are undecided
    /// because of them. Confirmed tests make goals reached; nothing is proved. It may cost as much again as everything else.
    #[arg(long, conflicts_with_all = ["no_replay", "uncaged"])]
    pub concolic: bool,
    /// Which JUnit the tests are written for.
    #[arg(long, value_name = "VERSION", default_value = "5")]
    pub junit: JunitArg,
    /// How tests make the objects of their input.
    #[arg(id = INPUTS_MADE, long = "inputs", value_name = "HOW", default_value = "prefer-api")]
    pub inputs: InputsArg,
    /// Tests that only show that a null argument leads to a NullPointerException that the program does not throw itself.
    #[arg(long, value_name = "WHICH", default_value = "on")]
    pub null_arguments: NullArgumentsArg,
    /// Whether tests are run.
    #[command(flatten)]
    pub replay: ReplayArgs,
    /// How results are printed on standard output. In JSON a char is a number (its UTF-16 unit), a long that needs more than
    /// 53 bits is a string, an object is `{"ref": id}` with its state under `heap` and `heap_after`, and what a `void`
    /// method returns is null.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FormatArg,
    /// No progress and no summary, only problems (on standard error) and, with `--format json`, the document.
    #[arg(long, short)]
    pub quiet: bool,
    /// End with exit code 1 if a goal has one of these verdicts: reached, unreachable, unreachable_within, undecided, each
    /// alone or narrowed by `:conditional` or `:unconditional` (`undecided,unreachable:unconditional`).
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',')]
    pub fail_on: Vec<FailOn>,
    /// What makes a run with --fail-on an unfinished one.
    #[command(flatten)]
    pub strict: StrictArgs,
}

/// What makes a run with `--fail-on` an unfinished one.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub struct StrictArgs {
    /// With --fail-on, end with exit code 4 also if a method ran out of its time or memory. Without this flag only runs that were
    /// interrupted, and those that left methods out, are not finished.
    #[arg(long)]
    pub strict: bool,
}

/// What is written for reading.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reports")]
pub struct ReportArgs {
    /// Writes a report for a browser: the source with the verdict on each line, and behind each line its tests, proofs or open questions. One file
    /// that needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Writes what the confirmed tests reach as an LCOV trace file.
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Folders with sources, and source jars, for the reports; several are separated as in `java -cp` [default: where build tools put
    /// them beside the classes].
    #[arg(long, value_name = "PATHS", value_parser = PathList::parser())]
    pub sources: Option<PathList>,
}

/// `clew ir`.
#[derive(Args, Clone, Debug)]
pub struct IrArgs {
    /// A class file, a directory of class files or a jar; or a `.clew` file, which is checked and printed in full.
    #[arg(value_name = "INPUT", help_heading = "Input")]
    pub input: PathBuf,
    /// Where the classes come from, and which are meant.
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// Whether and how a `.clew` file is instrumented.
    #[command(flatten)]
    pub unverified: UnverifiedArgs,
    /// Whether the code of one case is printed.
    #[command(flatten)]
    pub specialized: SpecializedArgs,
}
