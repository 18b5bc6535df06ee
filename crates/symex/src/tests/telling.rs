//! What did not change, where it may.

use clew_base::FastSet;
use clew_facts::{MethodKey, Outcome, TestCase};

/// Marks what tests of one method saw of objects that calls made, and that another test saw change: a test that returns shows that
/// nothing changed there.
pub(crate) fn mark_what_may_change(tests: &mut [TestCase]) {
    let changing: FastSet<(MethodKey, Vec<usize>)> = tests
        .iter()
        .flat_map(|test| &test.observed)
        .filter(|seen| seen.is_telling)
        .map(|seen| (seen.method.clone(), seen.arguments.clone()))
        .collect();
    if changing.is_empty() {
        return;
    }
    for test in tests.iter_mut().filter(|test| matches!(test.outcome, Outcome::Returns(_))) {
        for seen in &mut test.observed {
            seen.is_telling |= changing.contains(&(seen.method.clone(), seen.arguments.clone()));
        }
    }
}
