//! A bound on the memory that Z3 uses.
//!
//! Z3 gives up a check that would need more, in words that do not always say so. Its other calls then have no result, which the safe crate answers by a panic:
//! while there is a bound, a panic in a query is taken for that.

use super::raw;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Z3's name for the bound, which counts in MiB.
const PARAMETER: &str = "memory_max_size";

/// Z3's name for what it may use before it gives up where that is easy; also in MiB.
const SOON: &str = "memory_high_watermark_mb";

/// Sets the bound, in bytes. Where an allocation fails, Z3 does not always get away safely; so it is told to give up before.
pub(super) fn limit(bytes: u64) {
    for (parameter, bytes) in [(SOON, bytes / 4 * 3), (PARAMETER, bytes)] {
        z3::set_global_param(parameter, &(bytes >> 20).clamp(1, u64::from(u32::MAX)).to_string());
    }
}

/// Runs a query. Gives nothing if it ended for want of memory.
pub(super) fn guarded<T>(query: impl FnOnce() -> T) -> Option<T> {
    if bound().is_none() {
        return Some(query());
    }
    // What the query worked on is dropped by the unwinding, so nobody sees it half-made.
    catch_unwind(AssertUnwindSafe(query)).ok()
}

/// The bound, in bytes, if there is one.
fn bound() -> Option<u64> {
    let mebibytes: u32 = z3::get_global_param(PARAMETER)?.parse().ok()?;
    (mebibytes != 0 && mebibytes != u32::MAX).then_some(u64::from(mebibytes) << 20)
}

/// Whether most of the memory allowed is in use: a check that ends as cancelled did so for want of it.
pub(super) fn is_short() -> bool {
    bound().is_some_and(|bound| raw::memory_in_use() > bound / 2)
}

/// Whether Z3's words for giving up mean memory.
pub(super) fn is_meant_by(words: &str) -> bool {
    words.contains("memout") || words.contains("memory")
}
