//! JVMs that are started to tell what they hold, and end then.

use super::error::ReplayError;
use super::jvm::{End, Gone, Jvm, Setting};
use super::{ReplayOptions, setting};
use std::path::PathBuf;
use std::time::Duration;

/// How long a JVM may take to initialize classes and to tell what they hold.
const LIMIT: Duration = Duration::from_secs(120);

/// Starts them.
pub(crate) struct Teller {
    setting: Setting,
}

impl Teller {
    /// Finds the JDK, and compiles the harness where the cache does not have it.
    ///
    /// # Errors
    /// As for [`ReplayServer::start`](super::ReplayServer::start), but that no JVM is started yet.
    pub(crate) fn new(options: ReplayOptions) -> Result<Teller, ReplayError> {
        Ok(Teller { setting: setting(options)? })
    }

    /// The file of the cache for what JVMs of this kind are asked.
    pub(crate) fn kept(&self, name: &str, extension: &str, asked: &[u8]) -> PathBuf {
        self.setting.harness.beside(name, extension, asked)
    }

    /// What the static fields of classes hold in a JVM with these flags, as the harness has it.
    ///
    /// # Errors
    /// No JVM could be started, or it did not answer.
    pub(crate) fn tell(&self, flags: &[&str], before: &str, classes: &[&str]) -> Result<String, ReplayError> {
        let setting = Setting { flags: flags.iter().map(Into::into).collect(), ..self.setting.clone() };
        let request = [before.to_owned(), classes.join("\n")];
        match Jvm::start(&setting)?.ask("snapshot", "kept", &request, LIMIT)?.end {
            End::Answered(mut answer) if answer.len() == 1 => Ok(answer.remove(0)),
            End::Answered(answer) => Err(ReplayError::Protocol(answer.join(" "))),
            End::Gone(Gone::Uncaged(reason)) => Err(ReplayError::NoCage(reason)),
            End::Gone(Gone::Ended(what)) => Err(ReplayError::Start(what)),
            End::Late => Err(ReplayError::Start("it did not tell what its static fields hold".to_owned())),
        }
    }
}
