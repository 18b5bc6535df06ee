//! All settings with their values and where these come from.

use super::setting::{self, Shape};
use super::{Origin, Sources, definitions};
use crate::usage;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;

/// What a setting is.
pub enum Listed {
    /// No value is given; what then happens is described, if the help says so.
    Unset(Option<String>),
    /// True or false.
    Switch(bool),
    /// One value.
    Single(String),
    /// Several values.
    List(Vec<String>),
}

/// A setting of a command.
pub struct Setting {
    /// The command.
    pub command: String,
    /// Its name in the file, where it may be there.
    pub key: String,
    /// Its value.
    pub value: Listed,
    /// Where the value comes from.
    pub origin: Origin,
}

/// The settings of all commands; or those of one, as a command line (without the program's name) has them.
///
/// # Errors
/// A line for each fault of the command line, the environment or the file.
pub fn list(sources: &Sources, words: &[OsString]) -> Result<Vec<Setting>, Vec<String>> {
    let root = definitions();
    let lists: Vec<Vec<OsString>> = match words {
        [] => root
            .get_subcommands()
            .filter(|command| setting::has_settings(command))
            .map(|command| vec![command.get_name().into()])
            .collect(),
        words => vec![words.to_vec()],
    };
    let mut settings = Vec::new();
    for words in lists {
        settings.extend(of_command(sources, &root, words)?);
    }
    Ok(settings)
}

fn of_command(sources: &Sources, root: &Command, words: Vec<OsString>) -> Result<Vec<Setting>, Vec<String>> {
    let found = words.first().and_then(|name| name.to_str()).and_then(|name| root.find_subcommand(name));
    let Some(command) = found.filter(|command| setting::has_settings(command)) else {
        let name = words.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        return Err(vec![format!("no command with settings: {name}; see clew --help")]);
    };
    let name = command.get_name().to_owned();
    // What is required need not be there to be asked about.
    let filled = sources.fill(root.clone(), &name)?;
    let filled = filled.mut_subcommand(&name, |command| command.mut_args(|arg| arg.required(false)));
    let line = std::iter::once(OsString::from("clew")).chain(words);
    let matches = filled.try_get_matches_from(line).map_err(|error| vec![usage::line(&error)])?;
    let Some((_, matches)) = matches.subcommand() else { return Ok(Vec::new()) };
    setting::settings_of(root, command)
        .map(|arg| one(sources, &name, matches, arg).map_err(|line| vec![line]))
        .collect()
}

fn one(sources: &Sources, command: &str, matches: &ArgMatches, arg: &Arg) -> Result<Setting, String> {
    let id = arg.get_id().as_str();
    let origin = match matches.value_source(id) {
        Some(ValueSource::CommandLine) => Origin::Flag,
        _ => sources.layer(command, arg)?.map_or(Origin::Default, |layer| layer.origin),
    };
    let values = matches.get_raw(id).into_iter().flatten();
    let mut values: Vec<String> = values.map(|value| value.to_string_lossy().into_owned()).collect();
    let value = match setting::shape(arg) {
        Shape::Switch => Listed::Switch(matches.get_one::<bool>(id).copied().unwrap_or(false)),
        _ if values.is_empty() => Listed::Unset(described_default(arg)),
        Shape::List => Listed::List(values),
        Shape::Single | Shape::PathList => Listed::Single(values.remove(0)),
    };
    Ok(Setting { command: command.to_owned(), key: setting::key(arg), value, origin })
}

/// What the help says happens where no value is given.
fn described_default(arg: &Arg) -> Option<String> {
    let help = arg.get_help()?.to_string();
    let (_, text) = help.rsplit_once("[default: ")?;
    Some(text.split(']').next().unwrap_or(text).to_owned())
}
