//! The inside: a process shuts itself in and becomes the program.

use crate::filter;
use crate::judge::HARMLESS;
use crate::kernel;
use crate::spec::{Confinement, Limits, Spec};
use caps::{CapSet, Capability, CapsHashSet};
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, Scope,
};
use rlimit::Resource;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Signal, getppid, set_parent_process_death_signal};
use std::convert::Infallible;
use std::error::Error;
use std::ffi::OsStr;
use std::io::IoSlice;
use std::mem::MaybeUninit;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The oldest Landlock that will do: the supervisor answers for what came later.
const NEEDED: ABI = ABI::V1;

/// The newest Landlock whose restrictions are asked for.
const WANTED: ABI = ABI::V6;

/// Variables that the program keeps: where programs and libraries are, and the time zone.
const KEPT_VARIABLES: [&str; 4] = ["PATH", "LD_LIBRARY_PATH", "JAVA_HOME", "TZ"];

/// What is said over the control socket: that the program comes next, with the listener where there is one.
pub(crate) const READY: u8 = b'+';

/// What is said over the control socket: that the cage can't be built; the reason follows.
pub(crate) const REFUSED: u8 = b'-';

/// Becomes the program. The standard input must be the control socket.
///
/// # Errors
/// A line that says what can't be done; it has been told over the control socket where it is the cage.
pub(crate) fn enter(spec: &Spec, supervisor: u32, channels: [&OsStr; 2]) -> Result<Infallible, String> {
    let control = std::io::stdin();
    if let Err(line) = shut_in(spec, supervisor, channels, &control) {
        let mut message = vec![REFUSED];
        message.extend(line.bytes());
        tell(&control, &message, None).map_err(|error| error.to_string())?;
        return Err(line);
    }
    let scratch = spec.scratch();
    let mut program = Command::new(&spec.program);
    program
        .args(&spec.arguments)
        .args(channels)
        .current_dir(scratch.working())
        .env_clear()
        .envs(KEPT_VARIABLES.iter().filter_map(|name| Some((name, std::env::var_os(name)?))))
        // File names in UTF-8, whatever the user's locale.
        .env("LC_ALL", "C.UTF-8")
        .env("HOME", scratch.home())
        .env("TMPDIR", scratch.temporary())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    Err(format!("{}: {}", spec.program.display(), program.exec()))
}

/// Gives up what the program must not have, and tells the supervisor.
fn shut_in(spec: &Spec, supervisor: u32, channels: [&OsStr; 2], control: &std::io::Stdin) -> Result<(), String> {
    let failed = |what: &'static str| move |error: &dyn std::fmt::Display| format!("{what}: {error}");
    if spec.confinement == Confinement::Full {
        drop_capabilities().map_err(|error| failed("dropping capabilities")(&error))?;
    }
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed("prctl")(&error))?;
    if getppid().is_none_or(|parent| parent.as_raw_nonzero().get().unsigned_abs() != supervisor) {
        return Err("the supervisor has ended".to_owned());
    }
    limit(&spec.limits).map_err(|error| failed("limits of resources")(&error))?;
    if spec.confinement == Confinement::None {
        return tell(control, &[READY], None).map_err(|error| failed("the control socket")(&error));
    }
    let channels: Vec<u32> = channels.iter().filter_map(|channel| descriptor(channel)).collect();
    kernel::close_on_execution_except(&channels).map_err(|error| failed("closing descriptors")(&error))?;
    rustix::thread::set_no_new_privs(true).map_err(|error| failed("no_new_privs")(&error))?;
    restrict_files(spec).map_err(|error| failed("Landlock (Linux 5.13)")(&error))?;
    let listener = filter::install()?;
    tell(control, &[READY], Some(&listener)).map_err(|error| failed("the control socket")(&error))
}

/// The number of the descriptor that a file below `/proc/self/fd` stands for.
fn descriptor(channel: &OsStr) -> Option<u32> {
    Path::new(channel).file_name()?.to_str()?.parse().ok()
}

/// Keeps nothing of a superuser's power but to read what others own.
fn drop_capabilities() -> Result<(), caps::errors::CapsError> {
    let reading: CapsHashSet = [Capability::CAP_DAC_READ_SEARCH].into_iter().collect();
    let kept: CapsHashSet = caps::read(None, CapSet::Permitted)?.intersection(&reading).copied().collect();
    caps::set(None, CapSet::Effective, &kept)?;
    caps::set(None, CapSet::Permitted, &kept)?;
    caps::clear(None, CapSet::Inheritable)
}

fn limit(limits: &Limits) -> std::io::Result<()> {
    for (resource, wanted) in [
        (Resource::DATA, limits.memory),
        (Resource::FSIZE, limits.file),
        (Resource::NOFILE, limits.open_files),
        (Resource::CORE, 0),
    ] {
        let (_, hard) = rlimit::getrlimit(resource)?;
        let bound = wanted.min(hard);
        rlimit::setrlimit(resource, bound, bound)?;
    }
    Ok(())
}

/// Allows changes of files in the scratch folder only.
fn restrict_files(spec: &Spec) -> Result<(), Box<dyn Error>> {
    let scratch = spec.scratch();
    let needed = AccessFs::from_write(NEEDED);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(needed)?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?;
    for folder in [scratch.temporary(), scratch.products()] {
        rules = rules.add_rule(PathBeneath::new(PathFd::new(folder)?, AccessFs::from_write(WANTED)))?;
    }
    for device in HARMLESS {
        // A device that isn't there can't be written either.
        if let Ok(device) = PathFd::new(device) {
            rules = rules.add_rule(PathBeneath::new(device, AccessFs::WriteFile))?;
        }
    }
    rules.restrict_self()?;
    Ok(())
}

fn tell(control: &std::io::Stdin, message: &[u8], listener: Option<&std::os::fd::OwnedFd>) -> rustix::io::Result<()> {
    let descriptors: Vec<_> = listener.iter().map(|listener| listener.as_fd()).collect();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        ancillary.push(SendAncillaryMessage::ScmRights(&descriptors));
    }
    sendmsg(control, &[IoSlice::new(message)], &mut ancillary, SendFlags::NOSIGNAL).map(drop)
}
