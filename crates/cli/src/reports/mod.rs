//! The files that a run can write beside its tests: an HTML report for people and an LCOV trace file for other tools.

mod html;
mod lcov;
mod lines;
pub mod sources;
mod units;

use crate::args::ReportArgs;
use crate::input::Input;
use crate::out_dir::try_writing;
use crate::report::Results;
use clew_testgen::write_at_once;
use sources::Finder;
use std::path::{Path, PathBuf};
use units::units;

/// The source of a class (a binary name), if it is found.
pub fn source_of(input: &Input, finder: &Finder, class: &str) -> Option<sources::Source> {
    let (name, root) = units::place(input, class);
    finder.find(&root, &name)
}

/// What a report tells beside the methods.
pub struct RunNotes {
    /// Whether somebody asked the run to stop.
    pub interrupted: bool,
    /// A line for each part of the input that could not be used.
    pub problems: Vec<String>,
}

/// The reports that a run is asked for.
pub struct Reports {
    html: Option<PathBuf>,
    lcov: Option<PathBuf>,
    finder: Finder,
}

impl Reports {
    /// Sees to it that the reports can be written, before any work is done. With them, a line for each place given for
    /// sources that cannot be used.
    ///
    /// # Errors
    /// A line that says which file cannot be written, and what to do.
    pub fn prepare(args: &ReportArgs) -> Result<(Reports, Vec<String>), String> {
        for (file, flag) in [(&args.html, "--html"), (&args.lcov, "--lcov")] {
            file.as_deref().map_or(Ok(()), |file| check(file, flag))?;
        }
        let given = args.sources.clone().unwrap_or_default();
        let (finder, problems) = Finder::new(given.0);
        Ok((Reports { html: args.html.clone(), lcov: args.lcov.clone(), finder }, problems))
    }

    /// Writes the reports, each at once or not at all.
    ///
    /// # Errors
    /// A line for each that could not be written.
    pub fn write(&self, input: &Input, results: &Results, notes: &RunNotes) -> Result<(), Vec<String>> {
        if self.html.is_none() && self.lcov.is_none() {
            return Ok(());
        }
        let units = units(input, results, &self.finder);
        let executions = &results.executions;
        let html = self.html.as_deref().map(|file| save(file, "--html", &html::page(input, &units, executions, notes)));
        let lcov = self.lcov.as_deref().map(|file| save(file, "--lcov", &lcov::trace_file(&units, executions)));
        let failed: Vec<String> = html.into_iter().chain(lcov).filter_map(Result::err).collect();
        if failed.is_empty() { Ok(()) } else { Err(failed) }
    }
}

fn check(file: &Path, flag: &str) -> Result<(), String> {
    if file.is_dir() || file.file_name().is_none() {
        return Err(cannot_write(file, flag, &"it is a folder"));
    }
    try_writing(folder_of(file)).map_err(|error| cannot_write(file, flag, &error))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn save(file: &Path, flag: &str, text: &str) -> Result<(), String> {
    write_at_once(file, text).map_err(|error| cannot_write(file, flag, &error))
}

fn cannot_write(file: &Path, flag: &str, why: &dyn std::fmt::Display) -> String {
    format!("cannot write the report: {} ({why}); name another file with {flag}", file.display())
}
