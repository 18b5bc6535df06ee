//! Whether a cage can be built here, found out by building one.

use crate::{Confinement, Limits, Message, SUPERVISE, Scratch, Spec};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// Builds a cage for a program that does nothing, the one of the command line `entry` itself ([`Spec::entry`]).
///
/// # Errors
/// Why the system does not let a cage be built.
pub fn try_out(entry: &[OsString]) -> Result<(), String> {
    let scratch = Scratch::make().map_err(|error| format!("a temporary folder: {error}"))?;
    let (program, arguments) = entry.split_first().ok_or("there is no command to supervise it")?;
    let spec = Spec {
        program: program.clone(),
        arguments: arguments.to_vec(),
        confinement: Confinement::Full,
        scratch: scratch.path().into(),
        limits: Limits::default(),
        entry: entry.to_vec(),
    };
    let text = serde_json::to_string(&spec).map_err(|error| error.to_string())?;
    let mut supervisor = Command::new(program)
        .args(arguments)
        .args([SUPERVISE, &text])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    // As long as there is a client, the program runs until its own end.
    let client = supervisor.stdin.take();
    let mut found = Err("its supervisor ended at once".to_owned());
    for line in supervisor.stdout.take().map(BufReader::new).into_iter().flat_map(BufRead::lines).map_while(Result::ok)
    {
        match Message::read(&line) {
            Some(Message::Refused(reason)) => found = Err(reason),
            Some(Message::Ended(_)) => found = Ok(()),
            _ => {}
        }
    }
    drop(client);
    supervisor.wait().map_err(|error| error.to_string())?;
    found
}
