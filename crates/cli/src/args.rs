//! The command line.

mod assume;
mod check;
mod cover;
mod exploration;
mod library;
mod reach;
mod run;
mod show;
mod store;
mod summarize;
mod tools;
mod unverified;
mod values;
mod verified;
mod verify;

pub use assume::AssumeArgs;
pub use check::{CallsArg, CheckArgs, CheckFormatArg};
pub use cover::CoverArgs;
pub use exploration::{BoundArgs, BudgetArgs, ExplorationArgs};
pub use library::{ClassPathArgs, LibraryArgs};
pub use reach::ReachArgs;
pub use run::{ReplayArgs, StrictArgs};
pub use show::flag;
pub use store::{CacheArgs, StoreArgs, StorePlaceArgs};
pub use summarize::{CaseArgs, SpecializedArgs, SummarizeArgs};
pub use tools::{CompletionsArgs, ConfigArgs, DoctorArgs, ManArgs};
pub use unverified::UnverifiedArgs;
pub use values::{
    AliasingArg, ColorArg, FormatArg, HeapArg, INPUTS_MADE, InputsArg, JunitArg, NullArgumentsArg, SearchArg,
};
pub use verified::VerifiedArgs;
pub use verify::{VerdictArg, VerifyArgs};

use crate::fail_on::FailOn;
use crate::path_list::PathList;
use clap::{Args, Parser, Subcommand};
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
