//! Minimal blocks: those that no other block is passed by only some of the executions of (section 7).

use crate::dominators::is_ancestor;
use crate::goals::GoalIndex;
use crate::search::Search;

/// Those of the blocks that are minimal among them, as far as the graph shows it; of several that the same executions pass,
/// the first.
pub(super) fn minimal(search: &Search<'_>, open: &[GoalIndex]) -> Vec<GoalIndex> {
    let below = |a: GoalIndex, b: GoalIndex| implies(search, a, b);
    let is_minimal =
        |goal: &GoalIndex| open.iter().all(|other| !below(*other, *goal) || (below(*goal, *other) && goal <= other));
    open.iter().copied().filter(is_minimal).collect()
}

/// Whether the graph shows that every execution that passes `a` passes `b` as well.
pub(super) fn implies(search: &Search<'_>, a: GoalIndex, b: GoalIndex) -> bool {
    let dominators = search.dominators;
    search.goals.clones(a).iter().all(|from| {
        search.goals.clones(b).iter().any(|to| {
            is_ancestor(&dominators.dominator, *to, *from) || is_ancestor(&dominators.postdominator, *to, *from)
        })
    })
}
