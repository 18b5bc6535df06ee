//! How much memory this process may use.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a worker reserves beyond what it is counted to use, in bytes: the stack of its jobs, above all, and what lies idle
/// between allocations.
const RESERVED_BYTES: u64 = 384 << 20;

/// The limit of this process, in bytes; 0 where there is none.
static LIMIT: AtomicU64 = AtomicU64::new(0);

/// What this process has made ready for its jobs, in bytes.
static PREPARED: AtomicU64 = AtomicU64::new(0);

/// Limits the memory of this process in bytes. The solver gives up queries beyond half of it; the process as a whole may
/// write to all of it. An allocation beyond that ends the process, and so costs one job.
///
/// # Errors
/// The system refuses the limit.
pub fn limit(bytes: u64) -> std::io::Result<()> {
    clew_smt::Z3::limit_memory(bytes / 2);
    LIMIT.store(bytes, Ordering::Relaxed);
    enforce()
}

/// How many bytes were made ready for jobs before the first began. They count for no job.
pub fn prepared() -> u64 {
    PREPARED.load(Ordering::Relaxed)
}

/// Notes that so many bytes were made ready for jobs, which may use as much as before nevertheless.
pub(crate) fn note_prepared(bytes: u64) {
    PREPARED.fetch_add(bytes, Ordering::Relaxed);
    // A limit that cannot be raised was not refused when it was set, so jobs have less then.
    let _ = enforce();
}

fn enforce() -> std::io::Result<()> {
    let limit = LIMIT.load(Ordering::Relaxed);
    if limit == 0 {
        return Ok(());
    }
    let (_, hard) = rlimit::getrlimit(rlimit::Resource::DATA)?;
    let bytes = limit.saturating_add(RESERVED_BYTES).saturating_add(prepared());
    rlimit::setrlimit(rlimit::Resource::DATA, bytes.min(hard), hard)
}
