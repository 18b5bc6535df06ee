//! The command line of `clew verify`.

use super::check::CheckFormatArg;
use super::library::ClassPathArgs;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueEnum};
use clew_absint::{Assumption, Assumptions};
use std::path::PathBuf;

/// `clew verify`.
#[derive(Args, Clone, Debug)]
pub struct VerifyArgs {
    /// Class files, directories of class files, or jars to look at.
    #[arg(required = true, value_name = "INPUT", help_heading = "Input")]
    pub inputs: Vec<PathBuf>,
    /// Where the classes come from, and which are meant.
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// What verdicts may rest on.
    #[command(flatten)]
    pub trust: TrustArgs,
    /// How results are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: CheckFormatArg,
    /// No text, only problems (on standard error) and the document that --format asks for.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// End with exit code 1 if a check has one of these verdicts.
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',', help_heading = "Output")]
    pub fail_on: Vec<VerdictArg>,
}

/// A verdict that makes the exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum VerdictArg {
    /// The check may fail.
    Open,
    /// The check never fails where the assumptions hold.
    VerifiedIf,
}

/// What verdicts may rest on: a flag for each assumption, and one for none. Without a flag they may rest on all.
#[derive(Clone, Debug)]
pub struct TrustArgs {
    /// What may be assumed.
    pub allowed: Assumptions,
}

const SOUND: &str = "sound";
const HEADING: &str = "Assumptions";

fn flag(assumption: Assumption) -> String {
    format!("assume-{}", assumption.name().replace('_', "-"))
}

impl Args for TrustArgs {
    fn augment_args(command: Command) -> Command {
        let each = |assumption: Assumption| {
            let help = format!(
                "Let verdicts assume that {}, and nothing else but what other such flags allow",
                assumption.meaning()
            );
            Arg::new(flag(assumption))
                .long(flag(assumption))
                .action(ArgAction::SetTrue)
                .help(help)
                .help_heading(HEADING)
        };
        let sound = Arg::new(SOUND)
            .long(SOUND)
            .action(ArgAction::SetTrue)
            .conflicts_with_all(Assumption::ALL.map(flag))
            .help("Assume nothing: verdicts hold whatever other code and other threads do")
            .help_heading(HEADING);
        command.arg(sound).args(Assumption::ALL.map(each))
    }

    fn augment_args_for_update(command: Command) -> Command {
        TrustArgs::augment_args(command)
    }
}

impl FromArgMatches for TrustArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let asked: Assumptions =
            Assumption::ALL.into_iter().filter(|assumption| matches.get_flag(&flag(*assumption))).collect();
        let allowed = match (matches.get_flag(SOUND), asked.is_empty()) {
            (true, _) => Assumptions::new(),
            (false, true) => Assumption::ALL.into_iter().collect(),
            (false, false) => asked,
        };
        Ok(TrustArgs { allowed })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = TrustArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
