//! The memo table: results that hold on every path.

use crate::{TypeConstraint, TypeOracle};
use clew_base::FastMap;
use clew_term::Term;

/// Results for terms of one pool and the types that belong to it.
#[derive(Clone, Debug, Default)]
pub(super) struct MemoTable {
    pool: u64,
    /// The normal form of each guard.
    pub normal: FastMap<Term, Term>,
    /// The two addresses in each equation. They are the same on every path, unlike the places that had them.
    pub sides: FastMap<Term, (Term, Term)>,
    /// A number for each constraint on types.
    constraints: FastMap<TypeConstraint, usize>,
    /// Whether some class satisfies both of two constraints, the lesser number first.
    classes: FastMap<(usize, usize), bool>,
}

impl MemoTable {
    /// The results for a pool. Those for another pool are dropped.
    pub(super) fn of(&mut self, pool: u64) -> &mut Self {
        if self.pool != pool {
            *self = Self { pool, ..Self::default() };
        }
        self
    }

    /// Whether some class may satisfy both constraints.
    pub(super) fn have_a_class(&mut self, one: &TypeConstraint, two: &TypeConstraint, oracle: &dyn TypeOracle) -> bool {
        let (left, right) = (self.number(one), self.number(two));
        let pair = (left.min(right), left.max(right));
        *self.classes.entry(pair).or_insert_with(|| oracle.may_be_inhabited(&one.and(two, oracle)))
    }

    fn number(&mut self, constraint: &TypeConstraint) -> usize {
        if let Some(known) = self.constraints.get(constraint) {
            return *known;
        }
        let number = self.constraints.len();
        self.constraints.insert(constraint.clone(), number);
        number
    }
}
