//! Cancellation that can be shared between threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Tells long work to stop: because somebody asked (Ctrl-C), or because a deadline has passed.
///
/// Clones share the request; a deadline belongs to the clone it was set on.
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    requested: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl CancelToken {
    /// A token that nobody has cancelled and that has no deadline.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same request with this deadline in place of any earlier one.
    pub fn with_deadline(&self, deadline: Instant) -> Self {
        Self { requested: Arc::clone(&self.requested), deadline: Some(deadline) }
    }

    /// Asks all holders of a clone to stop.
    pub fn cancel(&self) {
        self.requested.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    /// Whether the deadline of this clone has passed.
    pub fn is_past_deadline(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the work should stop, for either reason.
    pub fn is_cancelled(&self) -> bool {
        self.is_requested() || self.is_past_deadline()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_request_but_not_the_deadline() {
        let token = CancelToken::new();
        let expired = token.with_deadline(Instant::now());
        assert!(expired.is_cancelled());
        assert!(!token.is_cancelled());
        expired.cancel();
        assert!(token.is_cancelled());
    }
}
