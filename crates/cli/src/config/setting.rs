//! One setting: an argument of a command, as the environment and the file name it.
//!
//! All of this is read off the definition of the argument, so that a new one can be set everywhere without more ado.

use crate::path_list::PathList;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;
use std::ffi::OsString;
use std::path::PathBuf;

/// What names of variables start with.
pub const ENV_PREFIX: &str = "CLEW_";
/// Commands that take neither the environment nor the file: what they print is for other programs and the same everywhere.
const WITHOUT_SETTINGS: [&str; 2] = ["completions", "man"];
/// Settings that say where the file is, so that they cannot be in it.
const NOT_IN_FILE: [&str; 2] = ["config", "no-config"];

/// How many values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// True or false.
    Switch,
    /// One value.
    Single,
    /// Any number of values.
    List,
    /// Any number of paths, which the command line takes as one text, separated as in `java -cp`.
    PathList,
}

/// Whether a command has settings.
pub fn has_settings(command: &Command) -> bool {
    !command.is_hide_set() && !WITHOUT_SETTINGS.contains(&command.get_name())
}

/// The settings of a command, which are its arguments and those of all commands.
pub fn settings_of<'a>(root: &'a Command, command: &'a Command) -> impl Iterator<Item = &'a Arg> {
    command.get_arguments().chain(root.get_arguments().filter(|arg| arg.is_global_set())).filter(|arg| is_setting(arg))
}

/// Whether the environment may give a value to the argument.
pub fn is_setting(arg: &Arg) -> bool {
    !arg.is_hide_set() && !arg.is_trailing_var_arg_set()
}

/// Whether the file may.
pub fn may_be_in_file(arg: &Arg) -> bool {
    is_setting(arg) && !NOT_IN_FILE.contains(&key(arg).as_str())
}

/// Its name in the file: that of the flag, or what the argument stands for. The flag that is called as the inputs of a command
/// are, which had that name first, goes by another.
pub fn key(arg: &Arg) -> String {
    let id = arg.get_id().as_str();
    arg.get_long().filter(|_| id != crate::args::INPUTS_MADE).unwrap_or(id).replace('_', "-")
}

/// Its name in the environment.
pub fn variable(arg: &Arg) -> String {
    ENV_PREFIX.to_owned() + &key(arg).replace('-', "_").to_uppercase()
}

/// How many values it takes.
pub fn shape(arg: &Arg) -> Shape {
    let parser = arg.get_value_parser().type_id();
    match arg.get_action() {
        ArgAction::SetTrue => Shape::Switch,
        _ if parser == TypeId::of::<bool>() => Shape::Switch,
        _ if parser == TypeId::of::<PathList>() => Shape::PathList,
        ArgAction::Append => Shape::List,
        _ => Shape::Single,
    }
}

/// Whether its values are paths, which in the file are relative to the file.
pub fn is_path(arg: &Arg) -> bool {
    let parser = arg.get_value_parser().type_id();
    parser == TypeId::of::<PathBuf>() || parser == TypeId::of::<PathList>()
}

/// Whether the argument takes the values.
///
/// # Errors
/// What the reader of the command line would say of the flag with the first value that it does not take.
pub fn check(arg: &Arg, values: &[OsString]) -> Result<(), clap::Error> {
    let key = key(arg);
    let mut alone = Arg::new(key.clone()).long(key.clone()).action(ArgAction::Append).allow_hyphen_values(true);
    alone = alone.value_parser(arg.get_value_parser().clone());
    alone = alone.value_names(arg.get_value_names().unwrap_or_default().iter().cloned());
    let mut words = Vec::new();
    for value in values {
        let mut word = OsString::from(format!("--{key}="));
        word.push(value);
        words.push(word);
    }
    Command::new("clew").no_binary_name(true).arg(alone).try_get_matches_from(words).map(|_| ())
}
