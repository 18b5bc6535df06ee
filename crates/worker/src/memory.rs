//! How much memory this process may use.

/// What a worker reserves beyond what it is counted to use, in bytes: the stack of its jobs, above all, and what lies idle
/// between allocations.
const RESERVED_BYTES: u64 = 384 << 20;

/// Limits the memory of this process in bytes. The solver gives up queries beyond half of it; the process as a whole may
/// write to all of it. An allocation beyond that ends the process, and so costs one job.
///
/// # Errors
/// The system refuses the limit.
pub fn limit(bytes: u64) -> std::io::Result<()> {
    clew_smt::Z3::limit_memory(bytes / 2);
    let (_, hard) = rlimit::getrlimit(rlimit::Resource::DATA)?;
    rlimit::setrlimit(rlimit::Resource::DATA, bytes.saturating_add(RESERVED_BYTES).min(hard), hard)
}
