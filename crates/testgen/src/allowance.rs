//! How much time the runs of a method's tests may use together.
//!
//! What counts is what the tests themselves use, as [`Run::used`](crate::replay::Run) has it, and of each run only what is beyond that
//! of an ordinary test: neither a busy machine nor a great number of tests costs one of them.

use clew_facts::MethodKey;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a run may use without being counted. Ordinary tests use less.
const ORDINARY: Duration = Duration::from_millis(50);

/// What is known of the tests of one method.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    used: Duration,
    /// What the tests that were begun will have used at the end, as far as their first run tells.
    planned: Duration,
}

/// The time of each method.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    /// For each method; nothing for as much as they like.
    limit: Option<Duration>,
    accounts: BTreeMap<MethodKey, Account>,
}

impl Allowance {
    /// So much time for each method; nothing for as much as they like.
    pub(crate) fn new(limit: Option<Duration>) -> Self {
        Self { limit, accounts: BTreeMap::new() }
    }

    /// How long a run of a test of the method may take that usually may take so long; nothing if no time is left.
    pub(crate) fn of_run(&self, method: &MethodKey, usual: Duration) -> Option<Duration> {
        self.left(usual, self.account(method).used)
    }

    /// The same of the first run of a test: what those that were begun still need is not for it.
    pub(crate) fn of_first_run(&self, method: &MethodKey, usual: Duration) -> Option<Duration> {
        let Account { used, planned } = self.account(method);
        self.left(usual, used.max(planned))
    }

    fn left(&self, usual: Duration, taken: Duration) -> Option<Duration> {
        let Some(limit) = self.limit else { return Some(usual) };
        let left = limit.saturating_sub(taken);
        (!left.is_zero()).then(|| usual.min(left))
    }

    /// A run of a test of the method has used so much.
    pub(crate) fn spend(&mut self, method: &MethodKey, used: Duration) {
        self.accounts.entry(method.clone()).or_default().used += beyond_ordinary(used);
    }

    /// Whether a test is worth going on with whose first run has used so much, and which needs so many runs in all: those that were
    /// begun and this one together have to get along with what there is.
    pub(crate) fn plan(&mut self, method: &MethodKey, first_run: Duration, runs: u32) -> bool {
        let account = self.accounts.entry(method.clone()).or_default();
        let first_run = beyond_ordinary(first_run);
        let planned = account.planned.saturating_add(first_run.saturating_mul(runs));
        let fits = self.limit.is_none_or(|limit| planned <= limit);
        account.planned = if fits { planned } else { account.planned.saturating_add(first_run) };
        fits
    }

    fn account(&self, method: &MethodKey) -> Account {
        self.accounts.get(method).copied().unwrap_or_default()
    }
}

fn beyond_ordinary(used: Duration) -> Duration {
    used.saturating_sub(ORDINARY)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn method() -> MethodKey {
        MethodKey { class: "A".into(), method: "b".into(), descriptor: "()V".into() }
    }

    #[test]
    fn ordinary_tests_use_nothing() {
        let mut allowance = Allowance::new(Some(SECOND));
        for _ in 0..10_000 {
            assert!(allowance.plan(&method(), ORDINARY, 20));
            allowance.spend(&method(), ORDINARY);
        }
        assert_eq!(allowance.of_run(&method(), SECOND * 10), Some(SECOND));
    }

    #[test]
    fn the_time_of_a_method_ends() {
        let second = SECOND + ORDINARY;
        let mut allowance = Allowance::new(Some(SECOND * 5));
        assert!(!allowance.plan(&method(), second, 20), "it could not be finished");
        assert!(allowance.plan(&method(), second, 3), "this one can");
        assert_eq!(allowance.of_first_run(&method(), SECOND * 10), Some(SECOND));
        assert!(!allowance.plan(&method(), second, 3), "together they cannot");
        assert_eq!(allowance.of_first_run(&method(), SECOND * 10), None);
        allowance.spend(&method(), SECOND * 4);
        assert_eq!(allowance.of_run(&method(), SECOND * 10), Some(SECOND + ORDINARY));
        allowance.spend(&method(), SECOND * 4);
        assert_eq!(allowance.of_run(&method(), SECOND * 10), None);
        let other = MethodKey { method: "c".into(), ..method() };
        assert_eq!(allowance.of_run(&other, SECOND), Some(SECOND));
        assert_eq!(Allowance::new(None).of_run(&method(), SECOND), Some(SECOND));
    }
}
