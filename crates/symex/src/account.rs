//! The account of paths: every fork is matched by the ends of its children.

/// Counts the paths that were begun and the paths that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    begun: u64,
    ended: u64,
}

impl Account {
    /// A path begins that is no child of another.
    pub(crate) fn begin(&mut self) {
        self.begun += 1;
    }

    /// A path becomes this many.
    pub(crate) fn fork(&mut self, children: usize) {
        self.begun += children as u64;
        self.ended += 1;
    }

    /// A path has ended: it returned, threw, was found infeasible or was cut, and that is on record.
    pub(crate) fn end(&mut self) {
        self.ended += 1;
    }

    /// Whether all paths but these many have ended. An exploration whose account does not balance proves nothing.
    pub(crate) fn balances_with(&self, waiting: usize) -> bool {
        self.begun == self.ended + waiting as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_nobody_ends_is_missed() {
        let mut account = Account::default();
        account.begin();
        account.fork(3);
        assert!(account.balances_with(3));
        account.end();
        account.end();
        assert!(account.balances_with(1));
        assert!(!account.balances_with(0));
    }
}
