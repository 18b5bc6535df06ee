//! What `clew --version` says.

use crate::worker::Workers;

/// The version of Clew.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version of Clew with that of the solver that is really there, in one line.
pub fn line() -> String {
    match Workers::find().and_then(|workers| workers.solver()) {
        Ok(solver) => format!("clew {VERSION} ({solver})\n"),
        Err(_) => format!("clew {VERSION} (no solver that can be used: see clew doctor)\n"),
    }
}
