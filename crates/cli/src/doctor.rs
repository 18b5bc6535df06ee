//! `clew doctor`: what Clew finds on this machine, what is missing, and how to mend it.

mod checks;
mod class_path;

use crate::args::{DoctorArgs, FormatArg};
use crate::config::Sources;
use crate::fault::Fault;
use crate::status::Status;
use crate::ui::print;
use crate::version::VERSION;
use anstyle::{AnsiColor, Style};
use serde_json::{Value as Json, json};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();

/// What came of looking at one thing.
pub struct Check {
    /// What was looked at.
    pub name: String,
    /// What was found.
    pub finding: Finding,
}

/// How one thing is.
pub enum Finding {
    /// As it should be, and what exactly.
    Good(String),
    /// Missing or broken, but not needed for what was asked.
    Unneeded(Fault),
    /// Missing or broken.
    Bad(Fault),
}

impl Check {
    /// The check of something that is needed.
    fn needed(name: impl Into<String>, found: Result<String, Fault>) -> Check {
        Check { name: name.into(), finding: found.map_or_else(Finding::Bad, Finding::Good) }
    }

    /// The check of something that Clew can do without for now.
    fn optional(name: impl Into<String>, found: Result<String, Fault>) -> Check {
        Check { name: name.into(), finding: found.map_or_else(Finding::Unneeded, Finding::Good) }
    }

    fn is_bad(&self) -> bool {
        matches!(self.finding, Finding::Bad(_))
    }
}

/// Looks at everything and prints a line for each.
pub fn run(args: &DoctorArgs, sources: &Sources) -> Status {
    let checks = checks::all(args, sources);
    let mut status = match args.format {
        FormatArg::Json => print(&format!("{:#}\n", document(&checks))),
        FormatArg::Text => print(&text(&checks)),
    };
    if checks.iter().any(Check::is_bad) {
        status.worsen(Status::BadInput);
    }
    status
}

fn document(checks: &[Check]) -> Json {
    let entries: Vec<Json> = checks.iter().map(entry).collect();
    let ok = !checks.iter().any(Check::is_bad);
    json!({ "command": "doctor", "version": VERSION, "ok": ok, "checks": entries })
}

fn entry(check: &Check) -> Json {
    let name = &check.name;
    match &check.finding {
        Finding::Good(found) => json!({ "name": name, "state": "ok", "found": found }),
        Finding::Unneeded(Fault { what, remedy }) => {
            json!({ "name": name, "state": "note", "found": what, "remedy": remedy })
        }
        Finding::Bad(Fault { what, remedy }) => {
            json!({ "name": name, "state": "problem", "found": what, "remedy": remedy })
        }
    }
}

fn text(checks: &[Check]) -> String {
    let width = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for check in checks {
        let (style, state, said) = match &check.finding {
            Finding::Good(found) => (GOOD, "ok", found.clone()),
            Finding::Unneeded(fault) => (DOUBTFUL, "note", fault.to_string()),
            Finding::Bad(fault) => (BAD, "problem", fault.to_string()),
        };
        text += &format!("{style}{state:<7}{style:#}  {:<width$}  {said}\n", check.name);
    }
    match checks.iter().filter(|check| check.is_bad()).count() {
        0 => text += "\nEverything that is needed is there.\n",
        1 => text += "\n1 problem.\n",
        count => text += &format!("\n{count} problems.\n"),
    }
    text
}
