//! Stops Z3 when a token is cancelled while it works.

use clew_base::CancelToken;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use z3::Context;

/// How often a running query is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The token of the query that runs now, if one does.
#[derive(Default)]
struct Watched {
    running: Mutex<Option<CancelToken>>,
    started: Condvar,
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, Option<CancelToken>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    /// One watcher per thread, because Z3's context is one per thread.
    static WATCHED: Arc<Watched> = start_watcher();
}

/// Runs Z3 and interrupts it when the token is cancelled. Interrupts happen only while `work` runs.
pub(super) fn while_watched<T>(cancel: &CancelToken, work: impl FnOnce() -> T) -> T {
    WATCHED.with(|watched| {
        *watched.lock() = Some(cancel.clone());
        watched.started.notify_one();
        let result = work();
        *watched.lock() = None;
        result
    })
}

/// A thread that lives as long as the process and sleeps while no query runs.
fn start_watcher() -> Arc<Watched> {
    let watched = Arc::new(Watched::default());
    let for_thread = Arc::clone(&watched);
    // The context must outlive the watcher, which never ends; one small leak per thread that solves.
    let context: &'static Context = Box::leak(Box::new(Context::thread_local()));
    let handle = context.handle();
    let watcher = move || {
        let mut running = for_thread.lock();
        loop {
            running = match &*running {
                None => for_thread.started.wait(running).unwrap_or_else(PoisonError::into_inner),
                Some(token) => {
                    if token.is_cancelled() {
                        handle.interrupt();
                    }
                    let waited = for_thread.started.wait_timeout(running, POLL_INTERVAL);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    };
    // Without a watcher queries still end by their limits.
    drop(std::thread::Builder::new().name("solver-watcher".to_owned()).spawn(watcher));
    watched
}
