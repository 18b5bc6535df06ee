//! `clew completions` and `clew man`: what other programs make of the definition of the command line.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::out_dir::OutDir;
use crate::status::Status;
use crate::ui::{complain, print};
use clap::{Command, CommandFactory};

/// Prints a script for a shell.
pub fn script(args: &CompletionsArgs) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "clew", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page, or writes one for each command.
pub fn manual(args: &ManArgs) -> Status {
    let mut status = Status::Done;
    let written = match &args.out {
        None => page(Cli::command())
            .map(|page| status = print(&String::from_utf8_lossy(&page)))
            .map_err(|error| error.to_string()),
        Some(folder) => OutDir::prepare(folder).and_then(|_| {
            let place = folder.display();
            pages(folder).map_err(|error| {
                format!("cannot write a manual page: {place} ({error}); name another folder with --out")
            })
        }),
    };
    match written {
        Ok(()) => status,
        Err(line) => {
            complain(line);
            Status::BadInput
        }
    }
}

fn page(command: Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}

fn pages(folder: &std::path::Path) -> std::io::Result<()> {
    let root = Cli::command().disable_help_subcommand(true);
    clap_mangen::generate_to(root, folder)
}
