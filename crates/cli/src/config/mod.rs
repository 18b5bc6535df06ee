//! Settings: what the command line leaves open comes from the environment, else from `clew.toml`, else it is the default.
//!
//! The definitions of the command line are the only list of settings. The command line is read twice: first to learn which
//! command runs and which file is meant, then with the values of the environment and the file in place of the defaults.

mod file;
mod guess;
mod listing;
mod setting;

pub use guess::{command, wants_json};
pub use listing::{Listed, Setting, list};

use crate::args::Cli;
use crate::usage;
use clap::builder::BoolishValueParser;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches};
use file::ConfigFile;
use setting::Shape;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A command line that was understood, with all settings in place.
pub struct Invocation {
    /// What is to be done.
    pub cli: Cli,
    /// Where settings come from.
    pub sources: Sources,
}

/// Why nothing can be done.
pub enum Stop {
    /// What the reader of the command line has to say, which may be help that was asked for.
    Usage(Box<clap::Error>),
    /// A line for each fault of the environment or the file.
    Faults(Vec<String>),
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Flag,
    /// A variable of the environment.
    Environment(String),
    /// A line of the file, from 1.
    File(PathBuf, usize),
    /// Nobody said anything.
    Default,
}

/// Where settings come from beside the command line.
#[derive(Default)]
pub struct Sources {
    file: Option<ConfigFile>,
    /// What is wrong with the file, for a command that goes on without it.
    pub faults: Vec<String>,
}

/// A value that does not come from the command line.
struct Layer {
    values: Vec<OsString>,
    origin: Origin,
}

/// Reads the command line, the environment and the file.
///
/// # Errors
/// The command line, a variable or the file is wrong, or help was asked for.
pub fn read(args: &[OsString]) -> Result<Invocation, Stop> {
    let root = definitions();
    let first = root.clone().ignore_errors(true).try_get_matches_from(args).map_err(|_| help(args))?;
    let Some((name, given)) = first.subcommand() else { return Err(help(args)) };
    let Some(command) = root.find_subcommand(name).filter(|command| setting::has_settings(command)) else {
        return understand(root, args, Sources::default());
    };
    let sources = match open_file(given, &root) {
        Ok(file) => Sources { file, faults: Vec::new() },
        // To say what is wrong is what this command is for.
        Err(faults) if command.get_name() == "doctor" => Sources { file: None, faults },
        Err(faults) => return Err(Stop::Faults(faults)),
    };
    let name = name.to_owned();
    let filled = sources.fill(root, &name).map_err(Stop::Faults)?;
    understand(filled, args, sources)
}

/// The definition of the command line, with a value for each switch so that it can be taken back (`--quiet=false`).
fn definitions() -> Command {
    let valued = |arg: Arg| match arg.get_action() {
        ArgAction::SetTrue => {
            let arg = arg.action(ArgAction::Set).num_args(0..=1).require_equals(true).default_missing_value("true");
            arg.default_value("false").value_parser(BoolishValueParser::new())
        }
        _ => arg,
    };
    Cli::command().mut_args(valued).mut_subcommands(|command| command.mut_args(valued))
}

/// What the reader of the command line says where there are no settings: help that was asked for, or what is wrong.
fn help(args: &[OsString]) -> Stop {
    let root = Cli::command();
    let said = root.clone().try_get_matches_from(args).err();
    Stop::Usage(Box::new(said.unwrap_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand).with_cmd(&root))))
}

fn understand(mut root: Command, args: &[OsString], sources: Sources) -> Result<Invocation, Stop> {
    let cli = root.try_get_matches_from_mut(args).and_then(|matches| Cli::from_arg_matches(&matches));
    Ok(Invocation { cli: cli.map_err(|error| Stop::Usage(Box::new(error)))?, sources })
}

fn open_file(given: &ArgMatches, root: &Command) -> Result<Option<ConfigFile>, Vec<String>> {
    let named = |id: &str| {
        let arg = root.get_arguments().find(|arg| arg.get_id() == id)?;
        let flag = given.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
        let flag = given.get_raw(id).filter(|_| flag).and_then(|mut values| values.next().map(OsString::from));
        flag.map(Ok).or_else(|| match environment(arg) {
            Ok(layer) => layer.and_then(|layer| layer.values.into_iter().next()).map(Ok),
            Err(line) => Some(Err(vec![line])),
        })
    };
    let off = named("no_config").transpose()?.is_some_and(|value| is_on(&value));
    let place = match named("config").transpose()? {
        Some(place) => Some(PathBuf::from(place)),
        None if off => None,
        None => nearest(),
    };
    place.map(|place| ConfigFile::read(&place, root)).transpose()
}

fn is_on(value: &std::ffi::OsStr) -> bool {
    use clap::builder::TypedValueParser;
    BoolishValueParser::new().parse_ref(&Command::new("clew"), None, value).unwrap_or(false)
}

/// The file of the working folder, by its name alone, or of the nearest folder above, by its full path.
fn nearest() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?;
    let found = file::find(&folder)?;
    Some(if found.parent() == Some(&folder) { PathBuf::from(file::NAME) } else { found })
}

/// What the environment says of a setting. A variable that is empty says nothing.
fn environment(arg: &Arg) -> Result<Option<Layer>, String> {
    let variable = setting::variable(arg);
    let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) else { return Ok(None) };
    let values = match setting::shape(arg) {
        Shape::List if setting::is_path(arg) => std::env::split_paths(&value).map(PathBuf::into_os_string).collect(),
        Shape::List => match value.to_str() {
            Some(text) => text.split(',').map(|part| OsString::from(part.trim())).collect(),
            None => vec![value],
        },
        Shape::Switch | Shape::Single | Shape::PathList => vec![value],
    };
    setting::check(arg, &values).map_err(|error| format!("{variable}: {}", usage::line(&error)))?;
    Ok(Some(Layer { values, origin: Origin::Environment(variable) }))
}

impl Sources {
    /// The file in use, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.place.as_path())
    }

    /// The value of a setting that the command line does not give.
    fn layer(&self, command: &str, arg: &Arg) -> Result<Option<Layer>, String> {
        if !setting::is_setting(arg) {
            return Ok(None);
        }
        if let Some(layer) = environment(arg)? {
            return Ok(Some(layer));
        }
        let key = setting::key(arg);
        let file = self.file.as_ref().filter(|_| setting::may_be_in_file(arg));
        let Some((file, entry)) = file.and_then(|file| Some((file, file.entry(command, &key)?))) else {
            return Ok(None);
        };
        let origin = Origin::File(file.place.clone(), entry.line);
        if let Err(error) = setting::check(arg, &entry.values) {
            // What is set for all commands was seen to fit one of them, which need not be this one.
            let fault = format!("{}:{}: {key}: {}", file.place.display(), entry.line, usage::line(&error));
            return if entry.for_all { Ok(None) } else { Err(fault) };
        }
        Ok(Some(Layer { values: entry.values.clone(), origin }))
    }

    /// The definitions with values in place of defaults.
    fn fill(&self, root: Command, name: &str) -> Result<Command, Vec<String>> {
        let mut faults = Vec::new();
        let mut fill = |arg: Arg| match self.layer(name, &arg) {
            Ok(Some(layer)) if !layer.values.is_empty() => arg.required(false).default_values(layer.values),
            Ok(_) => arg,
            Err(line) => {
                faults.push(line);
                arg
            }
        };
        let root = root.mut_args(&mut fill);
        let root = root.mut_subcommand(name, |command| command.mut_args(&mut fill));
        if faults.is_empty() { Ok(root) } else { Err(faults) }
    }
}
