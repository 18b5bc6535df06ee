//! What is looked at, in the order in which it is told.

use super::{Check, class_path};
use crate::args::{DoctorArgs, JunitArg};
use crate::config::Sources;
use crate::fault::Fault;
use crate::input;
use crate::jars;
use crate::version::VERSION;
use crate::worker::Workers;
use clew_jvm::{ClassPath, Jdk};
use clew_testgen::replay::default_cache_dir;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use wait_timeout::ChildExt;

/// How long a program of the JDK may take to say its version.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// What to do where a JDK lacks a part.
const WHOLE_JDK: &str =
    "install a whole JDK (on Debian: apt-get install openjdk-17-jdk-headless), or name one with --jdk";

/// Looks at everything.
pub fn all(args: &DoctorArgs, sources: &Sources) -> Vec<Check> {
    let mut checks = vec![Check::needed("clew", Ok(own()))];
    checks.extend(settings(sources));
    let jdk = input::find_jdk(&args.libraries);
    let told = jdk.as_ref().map(|jdk| format!("Java {} in {}", jdk.version, jdk.home.display()));
    checks.push(Check::needed("JDK", told.map_err(Fault::clone)));
    if let Ok(jdk) = &jdk {
        checks.push(Check::needed("JDK classes", image(jdk)));
        checks.push(Check::needed("java", program(jdk, "java")));
        checks.push(Check::needed("javac", program(jdk, "javac")));
    }
    checks.push(Check::needed("solver", solver()));
    checks.push(junit(args, JunitArg::Five, "JUnit 5"));
    checks.push(junit(args, JunitArg::Four, "JUnit 4"));
    checks.push(Check::needed("cache", writable(&default_cache_dir(), "set CLEW_CACHE to a folder you can write to")));
    let temporary = std::env::temp_dir();
    let scratch = writable(&temporary, "set TMPDIR to a folder you can write to");
    let has_scratch = scratch.is_ok();
    checks.push(Check::needed("scratch", scratch));
    if has_scratch {
        checks.push(Check::needed("cage", cage()));
    }
    checks.extend(class_path::checks(args, jdk.as_ref().ok()));
    checks
}

fn own() -> String {
    match std::env::current_exe() {
        Ok(place) => format!("{VERSION} in {}", place.display()),
        Err(_) => VERSION.to_owned(),
    }
}

fn settings(sources: &Sources) -> Vec<Check> {
    if sources.faults.is_empty() {
        let file = sources.file().map_or_else(|| "no file".to_owned(), |place| place.display().to_string());
        return vec![Check::needed("settings", Ok(file))];
    }
    let remedy = "correct it, or use --no-config";
    sources.faults.iter().map(|line| Check::needed("settings", Err(Fault::new(line, remedy)))).collect()
}

fn image(jdk: &Jdk) -> Result<String, Fault> {
    let (_, problems) = ClassPath::open(jdk, &[], &[]);
    match problems.first() {
        Some(problem) => Err(Fault::from(problem)),
        None => Ok(jdk.image_path().display().to_string()),
    }
}

/// Starts a program of the JDK for its version.
fn program(jdk: &Jdk, name: &str) -> Result<String, Fault> {
    let place = jdk.home.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let fault = |what: &str| Fault::new(format!("{}: {what}", place.display()), WHOLE_JDK);
    if !place.is_file() {
        return Err(fault("it is not there"));
    }
    let mut command = Command::new(&place);
    command.arg("-version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| fault(&format!("it cannot be started: {error}")))?;
    match child.wait_timeout(ANSWER_TIME) {
        Ok(Some(status)) if status.success() => Ok(place.display().to_string()),
        Ok(Some(status)) => Err(fault(&format!("it ended with {status}"))),
        Ok(None) => {
            // Both fail only when it is already gone.
            let _ = child.kill();
            let _ = child.wait();
            Err(fault(&format!("it does not answer within {} s", ANSWER_TIME.as_secs())))
        }
        Err(error) => Err(fault(&error.to_string())),
    }
}

fn solver() -> Result<String, Fault> {
    let workers = Workers::find()?;
    Ok(format!("{}, used by {}", workers.solver()?, workers.program().display()))
}

/// Whether tests can be replayed in a cage.
fn cage() -> Result<String, Fault> {
    let remedy = "replay elsewhere, or use generate --uncaged or --no-replay";
    let program =
        std::env::current_exe().map_err(|error| Fault::new(format!("cannot find clew itself ({error})"), remedy))?;
    match clew_cage::try_out(&[program.into(), crate::CAGE.into()]) {
        Ok(()) => Ok("Landlock and seccomp".to_owned()),
        Err(reason) => Err(Fault::new(format!("tests cannot be replayed in a cage here: {reason}"), remedy)),
    }
}

/// The jars of one JUnit, which is needed if tests are to be written for it.
fn junit(args: &DoctorArgs, junit: JunitArg, name: &str) -> Check {
    let found = jars::find(junit).map(|jars| {
        let jars: Vec<String> = jars.iter().map(|jar| jar.display().to_string()).collect();
        jars.join(", ")
    });
    if args.junit == junit { Check::needed(name, found) } else { Check::optional(name, found) }
}

/// Whether files can be made in a folder, which is made if need be and stays only if it was there.
fn writable(folder: &Path, remedy: &str) -> Result<String, Fault> {
    match crate::out_dir::try_writing(folder) {
        Ok(()) => Ok(folder.display().to_string()),
        Err(error) => Err(Fault::new(format!("cannot write to {} ({error})", folder.display()), remedy)),
    }
}
