//! Stops Z3 when a token is cancelled while it works.
//!
//! Z3's interruption is a flag of the context. One that is raised just when a check has ended stays up, and what is
//! asserted next is silently lost. So interrupts are sent only while a question is told and answered, as far as that can be
//! known; one during which one was sent has no answer, whatever Z3 says; and the flag is taken down before anything else is
//! done.

use crate::UnknownReason;
use clew_base::CancelToken;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use z3::Context;

/// How often a running query is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A question that is told or answered now.
struct Running {
    cancel: CancelToken,
    interrupted: bool,
}

/// The question of now, if there is one.
#[derive(Default)]
struct Watched {
    running: Mutex<Option<Running>>,
    started: Condvar,
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    /// One watcher per thread, because Z3's context is one per thread.
    static WATCHED: Arc<Watched> = start_watcher();
}

/// Has a question told to Z3 and answered, and interrupts that when the token is cancelled: Z3 rewrites what it is told, which
/// can take longer than the answer. After a reason the caller must drop the Z3 solver, because what that one knows can't be
/// relied on.
pub(super) fn unless_cancelled<T>(
    cancel: &CancelToken,
    question: impl FnOnce() -> Result<T, UnknownReason>,
) -> Result<T, UnknownReason> {
    WATCHED.with(|watched| {
        *watched.lock() = Some(Running { cancel: cancel.clone(), interrupted: false });
        watched.started.notify_one();
        let result = question();
        let interrupted = watched.lock().take().is_some_and(|running| running.interrupted);
        if interrupted {
            take_down_flag();
            return Err(UnknownReason::Cancelled);
        }
        result
    })
}

/// A check that ends takes the flag down, so a check of nothing much is run.
fn take_down_flag() {
    let solver = z3::Solver::new();
    solver.assert(z3::ast::Bool::new_const("interrupted"));
    solver.check();
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
            running = match &mut *running {
                None => for_thread.started.wait(running).unwrap_or_else(PoisonError::into_inner),
                Some(check) => {
                    if check.cancel.is_cancelled() {
                        check.interrupted = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use z3::SatResult;
    use z3::ast::BV;

    /// What is asserted after the flag was taken down counts, in a solver that was used before as well.
    #[test]
    fn a_flag_raised_too_late_is_taken_down() {
        let (x, y) = (BV::new_const("x", 32), BV::new_const("y", 32));
        let solver = z3::Solver::new();
        solver.push();
        solver.assert(x.bvslt(&y));
        assert_eq!(solver.check(), SatResult::Sat);
        Context::thread_local().interrupt();
        take_down_flag();
        solver.push();
        solver.assert(x.bvmul(&y).eq(BV::from_u64(7, 32)));
        assert_eq!(solver.check(), SatResult::Sat);
        let model = solver.get_model().expect("a satisfiable check has a model");
        let value = |vector: &BV| model.eval(vector, true).and_then(|value| value.as_u64()).unwrap_or_default() as u32;
        assert_eq!(value(&x).wrapping_mul(value(&y)), 7);
    }
}
