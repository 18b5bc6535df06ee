//! Ctrl-C.

use crate::ui::complain;
use clew_base::CancelToken;

/// The exit code after a second interrupt, as shells have it for one.
const INTERRUPTED: i32 = 130;

/// A token that an interrupt cancels; a second interrupt ends the process at once.
pub fn cancel_on_interrupt() -> CancelToken {
    let cancel = CancelToken::new();
    let requested = cancel.clone();
    let installed = ctrlc::set_handler(move || {
        if requested.is_requested() {
            std::process::exit(INTERRUPTED);
        }
        requested.cancel();
        complain("interrupted: finishing with what was found; interrupt again to end at once");
    });
    if let Err(error) = installed {
        complain(format!("interrupts cannot be caught: {error}; Ctrl-C will end the run without results"));
    }
    cancel
}
