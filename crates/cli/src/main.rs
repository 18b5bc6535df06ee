//! The `clew` command: reads flags and files, shows progress, prints reports. Everything else is in the libraries, and what
//! needs the solver in the processes of `clew-worker`.

mod args;
mod assume;
mod attacks;
mod cache;
mod check;
mod collect;
mod completions;
mod concolic;
mod config;
mod cover;
mod credit;
mod criterion;
mod doctor;
mod executions;
mod fail_on;
mod fault;
mod gather;
mod generate;
mod input;
mod interrupt;
mod invariants;
mod ir;
mod jars;
mod json;
mod json_value;
mod made_with;
mod memory;
mod mutants;
mod nothing;
mod options;
mod out_dir;
mod path_list;
mod pattern;
mod program;
mod reach;
mod refusal;
mod report;
mod reports;
mod select;
mod settings;
mod settle;
mod status;
mod suite;
mod summarize;
mod summary;
mod table;
mod targets;
mod test_files;
mod ui;
mod unfinished;
mod untargeted;
mod usage;
mod verified;
mod verify;
mod version;
mod worker;

use args::{ColorArg, Command};
use config::Invocation;
use status::Status;
use std::process::ExitCode;

/// The command with which this program starts itself to replay tests in a cage.
const CAGE: &str = "cage";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    // Settings are for people; a cage is built by a process that has one thread and has done nothing yet.
    if let [_, command, arguments @ ..] = &words[..]
        && command == CAGE
    {
        return clew_cage::main(arguments);
    }
    let status = match config::read(&words) {
        Ok(invocation) => run(invocation),
        Err(stop) => refusal::explain(&stop, &words),
    };
    status.into()
}

fn run(Invocation { cli, sources }: Invocation) -> Status {
    let choice = match cli.color {
        ColorArg::Auto => anstream::ColorChoice::Auto,
        ColorArg::Always => anstream::ColorChoice::Always,
        ColorArg::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
    match cli.command {
        Command::Generate(args) => generate::run(&args),
        Command::Cover(args) => cover::run(&args),
        Command::Reach(args) => reach::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Summarize(args) => summarize::run(&args),
        Command::Ir(args) => ir::run(&args),
        Command::Doctor(args) => doctor::run(&args, &sources),
        Command::Cache(args) => cache::run(&args),
        Command::Config(args) => settings::run(&args, &sources),
        Command::Completions(args) => completions::script(&args),
        Command::Man(args) => completions::manual(&args),
    }
}
