//! The flags that show more findings, one for each kind of premise.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use clew_findings::{Premise, Wanted};

/// Which findings are shown besides those that rest on no premise: a flag for each of [`Premise::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct ShowArgs {
    /// The premises that findings may rest on.
    pub wanted: Wanted,
}

/// The flag that shows the findings which rest on this.
pub fn flag(premise: Premise) -> String {
    premise.name().replace('_', "-")
}

impl Args for ShowArgs {
    fn augment_args(command: Command) -> Command {
        let arg = |premise: Premise| {
            let arg = Arg::new(premise.name()).long(flag(premise)).action(ArgAction::SetTrue);
            arg.help(premise.help()).help_heading("Findings")
        };
        command.args(Premise::ALL.map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        ShowArgs::augment_args(command)
    }
}

impl FromArgMatches for ShowArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let asked = Premise::ALL.into_iter().filter(|premise| matches.get_flag(premise.name()));
        Ok(ShowArgs { wanted: asked.fold(Wanted::default(), Wanted::and) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = ShowArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
