//! A bound on the memory that Z3 uses.
//!
//! Z3 gives up a check that would need more. Its other calls then have no result, which the safe crate answers by a panic:
//! while there is a bound, a panic in a query is taken for that.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Z3's name for the bound, which counts in MiB.
const PARAMETER: &str = "memory_max_size";

/// Sets the bound, in bytes.
pub(super) fn limit(bytes: u64) {
    z3::set_global_param(PARAMETER, &(bytes >> 20).clamp(1, u64::from(u32::MAX)).to_string());
}

/// Runs a query. Gives nothing if it ended for want of memory.
pub(super) fn guarded<T>(query: impl FnOnce() -> T) -> Option<T> {
    if !is_set() {
        return Some(query());
    }
    // What the query worked on is dropped by the unwinding, so nobody sees it half-made.
    catch_unwind(AssertUnwindSafe(query)).ok()
}

fn is_set() -> bool {
    z3::get_global_param(PARAMETER).is_some_and(|bound| bound != "0" && bound != u32::MAX.to_string())
}

/// Whether Z3's words for giving up mean memory.
pub(super) fn is_meant_by(words: &str) -> bool {
    words.contains("memout") || words.contains("memory")
}
