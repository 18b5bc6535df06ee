//! How much memory this process may use.

/// Limits the address space of this process. An allocation beyond it ends the process, and so costs one job.
///
/// # Errors
/// The system refuses the limit.
pub fn limit(bytes: u64) -> std::io::Result<()> {
    let (_, hard) = rlimit::getrlimit(rlimit::Resource::AS)?;
    rlimit::setrlimit(rlimit::Resource::AS, bytes.min(hard), hard)
}
