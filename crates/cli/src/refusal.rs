//! What is said where a command line, a variable or the file of settings is wrong, so that no command runs.

use crate::args::FormatArg;
use crate::config::{self, Stop};
use crate::status::Status;
use crate::ui::{complain, print};
use crate::usage;
use serde_json::json;
use std::ffi::OsString;

/// Gives help where it was asked for, and otherwise says what is wrong with the command line of these words.
pub fn explain(stop: &Stop, words: &[OsString]) -> Status {
    let lines = match stop {
        Stop::Faults(lines) => lines.clone(),
        Stop::Usage(error) => match usage::answer(error) {
            Ok(text) => return print(&text),
            Err(line) => vec![line],
        },
    };
    let format = if config::wants_json(words) { FormatArg::Json } else { FormatArg::Text };
    refuse(config::command(words).as_deref(), &lines, format)
}

/// Says a line for each fault, and prints the document where one is expected.
pub fn refuse(command: Option<&str>, lines: &[String], format: FormatArg) -> Status {
    lines.iter().for_each(complain);
    let mut status = Status::BadInput;
    if format == FormatArg::Json {
        let document = json!({ "command": command, "error": lines.first(), "problems": lines });
        status.worsen(print(&format!("{document:#}\n")));
    }
    status
}
