//! What the command line's reader has to say, in one line.

use crate::args::Cli;
use crate::version;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The help or the version where they were asked for.
///
/// # Errors
/// Otherwise a line that says what is wrong.
pub fn answer(error: &clap::Error) -> Result<String, String> {
    match error.kind() {
        ErrorKind::DisplayHelp => Ok(error.render().ansi().to_string()),
        ErrorKind::DisplayVersion => Ok(version::line()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => Err(no_command()),
        _ => Err(line(error)),
    }
}

fn no_command() -> String {
    let root = Cli::command();
    let names: Vec<&str> = root.get_subcommands().filter(|it| !it.is_hide_set()).map(clap::Command::get_name).collect();
    match names.split_last() {
        Some((last, others)) => format!("no command given; use {} or {last}, or see clew --help", others.join(", ")),
        None => "no command given; see clew --help".to_owned(),
    }
}

/// What the standard library says of numbers, and what a reader of it can use.
const PLAINER: [(&str, &str); 3] = [
    ("invalid digit found in string", "not a whole number"),
    ("number would be zero for non-zero type", "it has to be at least 1"),
    ("number too large to fit in target type", "it is too large"),
];

/// An error of the command line in one line.
pub fn line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let paragraph = rendered.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let what = words.join(" ");
    let what = what.strip_prefix("error: ").unwrap_or(&what);
    let what = PLAINER.iter().fold(what.to_owned(), |what, (said, meant)| what.replace(said, meant));
    match suggestion(error) {
        Some(name) => format!("{what}; did you mean {name}?"),
        None => format!("{what}; see --help"),
    }
}

fn suggestion(error: &clap::Error) -> Option<String> {
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue] {
        match error.get(kind) {
            Some(ContextValue::String(name)) => return Some(name.clone()),
            Some(ContextValue::Strings(names)) => return names.first().cloned(),
            _ => {}
        }
    }
    None
}
