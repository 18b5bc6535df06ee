//! The `clew` command: reads flags and files, shows progress, prints reports. Everything else is in the libraries, and what
//! needs the solver in the processes of `clew-worker`.

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
mod worker;

use args::{Cli, ColorArg, Command};
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
    }
}
