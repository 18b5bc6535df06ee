//! The JVMs of a run.

use crate::options::{Replaying, SuiteOptions};
use crate::replay::{Confinement, ReplayOptions, ReplayServer};
use crate::suite_error::SuiteError;

/// The JVMs that compile and run tests.
pub(crate) struct Servers {
    /// Runs what is run once.
    pub(crate) usual: ReplayServer,
    /// Runs tests once more whose way may hang on identity hash codes.
    pub(crate) equal_hashes: ReplayServer,
}

impl Servers {
    /// Starts the JVM; the other is started when it is first needed.
    ///
    /// # Errors
    /// There is no working JDK, or the cage can't be built.
    pub(crate) fn start(options: &SuiteOptions) -> Result<Servers, SuiteError> {
        let has_home = !options.jdk_home.as_os_str().is_empty();
        let usual = ReplayServer::start(ReplayOptions {
            java_home: has_home.then(|| options.jdk_home.clone()),
            libraries: options.libraries(),
            agent: options.mockito_jars.first().cloned(),
            // The compiler runs no code of others.
            confinement: match options.replay {
                Replaying::On => options.confinement,
                Replaying::Off => Confinement::None,
            },
            supervisor: options.supervisor.clone(),
            ..ReplayOptions::default()
        })?;
        let equal_hashes = usual.with_equal_hashes();
        Ok(Servers { usual, equal_hashes })
    }
}
