//! The `clew` command: reads flags and files, shows progress, prints reports. Everything else is in the libraries.

mod args;
mod collect;
mod criterion;
mod fail_on;
mod generate;
mod input;
mod ir;
mod jars;
mod json;
mod json_value;
mod memory;
mod options;
mod out_dir;
mod pattern;
mod report;
mod select;
mod settle;
mod status;
mod suite;
mod table;
mod text;
mod ui;
mod usage;
mod version;

use args::{Cli, ColorArg, Command, WorkerArgs};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::explain(&error).into(),
    };
    let choice = match cli.color {
        ColorArg::Auto => anstream::ColorChoice::Auto,
        ColorArg::Always => anstream::ColorChoice::Always,
        ColorArg::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
    match cli.command {
        Command::Generate(args) => generate::run(&args).into(),
        Command::Ir(args) => ir::run(&args).into(),
        Command::Worker(args) => worker(&args).into(),
    }
}

/// Serves jobs until standard input ends. An interrupt is the pool's business: it asks the workers to stop.
fn worker(args: &WorkerArgs) -> status::Status {
    if args.memory.is_some_and(|bytes| memory::limit(bytes).is_err()) {
        return status::Status::Internal;
    }
    let ignored = ctrlc::set_handler(|| {});
    if ignored.is_err() || clew_engine::serve_stdio(|| clew_engine::ClassPathExplorer).is_err() {
        return status::Status::Internal;
    }
    status::Status::Done
}
