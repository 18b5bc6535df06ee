//! What callers know of a procedure: some of its executions, as pairs of what they were given and what they gave back
//! (`bounded-infeasible-code`, section 6).
//!
//! A pair stands for one execution that was run. It says which values the execution read of what its caller gave it: all else
//! may be anything, since the execution does not depend on it. And it says what it left behind in the variables that it wrote:
//! all others stay as they are, which is the frame condition.

use clew_base::{OrderedMap, OrderedSet};
use clew_ir::{GlobalId, ProcedureId, Reg, Value, Visit};
use std::rc::Rc;

/// An execution of a procedure.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// The values of the parameters that it read.
    pub params: OrderedMap<Reg, Value>,
    /// The values of the globals that it read before it wrote them.
    pub globals: OrderedMap<GlobalId, Value>,
    /// What it returned, if the procedure returns something.
    pub result: Option<Value>,
    /// The values of the globals behind it, of those that it read or wrote.
    pub behind: OrderedMap<GlobalId, Value>,
    /// The blocks that it passed; depth is counted from its own activation.
    pub visits: Vec<Visit>,
    /// The values that it chose, in order: those of `havoc`, and of locals that it read before it wrote them.
    pub chosen: Vec<Value>,
    /// How often each procedure was active at one time, at most.
    pub most_active: OrderedMap<ProcedureId, u32>,
    /// How many statements and ends of blocks it executed.
    pub steps: u64,
}

impl Pair {
    /// How many equations it takes to say it.
    fn size(&self) -> usize {
        self.params.len() + self.globals.len() + self.behind.len() + usize::from(self.result.is_some())
    }
}

/// How often each procedure is active at one time, at most, in an execution.
pub(crate) fn most_active(visits: &[Visit]) -> OrderedMap<ProcedureId, u32> {
    let mut most: OrderedMap<ProcedureId, u32> = OrderedMap::default();
    let mut open: Vec<ProcedureId> = Vec::new();
    for visit in visits {
        open.truncate(visit.depth);
        open.push(visit.procedure);
        let active = open.iter().filter(|procedure| **procedure == visit.procedure).count() as u32;
        let known = most.entry(visit.procedure).or_insert(0);
        *known = active.max(*known);
    }
    most
}

/// What is known of one procedure.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// The pairs that were chosen of those that its cover gave.
    chosen: Vec<Rc<Pair>>,
    /// Those that a caller asked for; none of them is among the others.
    demanded: Vec<Rc<Pair>>,
}

impl Summary {
    fn has(&self, pair: &Pair) -> bool {
        self.chosen.iter().chain(&self.demanded).any(|known| **known == *pair)
    }
}

/// The pairs of procedures. A procedure without an entry has no summary, and its calls are inlined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summaries {
    of: OrderedMap<ProcedureId, Summary>,
}

impl Summaries {
    /// The pairs of a procedure, if it has a summary.
    pub(crate) fn of(&self, procedure: ProcedureId) -> Option<Vec<Rc<Pair>>> {
        let summary = self.of.get(&procedure)?;
        Some(summary.chosen.iter().chain(&summary.demanded).cloned().collect())
    }

    /// The procedures that have one, with the number of their pairs, and of those among them that were asked for.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = (ProcedureId, usize, usize)> {
        self.of.iter().map(|(procedure, summary)| {
            (*procedure, summary.chosen.len() + summary.demanded.len(), summary.demanded.len())
        })
    }

    /// Gives a procedure a summary, with no pairs as yet.
    pub(crate) fn begin(&mut self, procedure: ProcedureId) {
        self.of.insert(procedure, Summary::default());
    }

    /// Adds pairs to a summary, and drops some where it would be larger than `size`. True if it has something new.
    pub(crate) fn extend(&mut self, procedure: ProcedureId, pairs: Vec<Pair>, size: usize) -> bool {
        let Some(summary) = self.of.get_mut(&procedure) else { return false };
        let mut all = summary.chosen.clone();
        for pair in pairs {
            if !summary.has(&pair) {
                all.push(Rc::new(pair));
            }
        }
        let chosen = chosen(all, size);
        let is_same = chosen.len() == summary.chosen.len()
            && chosen.iter().all(|pair| summary.chosen.iter().any(|known| Rc::ptr_eq(known, pair)));
        summary.chosen = chosen;
        !is_same
    }

    /// Adds all of these pairs, which a caller asked for. True if there is something new among them.
    pub(crate) fn demand(&mut self, procedure: ProcedureId, pairs: Vec<Pair>) -> bool {
        let Some(summary) = self.of.get_mut(&procedure) else { return false };
        let before = summary.demanded.len();
        for pair in pairs {
            if !summary.has(&pair) {
                summary.demanded.push(Rc::new(pair));
            }
        }
        summary.demanded.len() > before
    }
}

/// As many of the pairs as are not larger than `size` together, but at least those that it takes to pass all blocks that any
/// of them passes: these first, then the others, each in the order in which they were found.
fn chosen(pairs: Vec<Rc<Pair>>, size: usize) -> Vec<Rc<Pair>> {
    let mut passed: OrderedSet<(ProcedureId, clew_ir::BlockId)> = OrderedSet::default();
    let (mut needed, mut others) = (Vec::new(), Vec::new());
    for pair in pairs {
        let before = passed.len();
        passed.extend(pair.visits.iter().map(|visit| (visit.procedure, visit.block)));
        if passed.len() > before { needed.push(pair) } else { others.push(pair) }
    }
    let mut left = size.saturating_sub(needed.iter().map(|pair| pair.size()).sum());
    for pair in others {
        match left.checked_sub(pair.size()) {
            Some(rest) => left = rest,
            None => break,
        }
        needed.push(pair);
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_base::Id;
    use clew_ir::BlockId;

    fn visit(depth: usize, procedure: usize, block: usize) -> Visit {
        Visit { depth, procedure: ProcedureId::from_index(procedure), block: BlockId::from_index(block) }
    }

    /// An execution through one block, with the given number of globals.
    fn pair(block: usize, globals: usize) -> Pair {
        let value = |global: usize| (GlobalId::from_index(global), Value::int(block as i64));
        Pair {
            params: OrderedMap::default(),
            globals: OrderedMap::default(),
            result: None,
            behind: (0..globals).map(value).collect(),
            visits: vec![visit(0, 0, block)],
            chosen: Vec::new(),
            most_active: OrderedMap::default(),
            steps: 1,
        }
    }

    #[test]
    fn activity_is_counted_at_one_time() {
        // 0 calls 1, which calls 0; then 0 calls 1 again.
        let visits = [visit(0, 0, 0), visit(1, 1, 0), visit(2, 0, 0), visit(2, 0, 1), visit(0, 0, 1), visit(1, 1, 0)];
        let most: Vec<(usize, u32)> = most_active(&visits).iter().map(|(id, most)| (id.index(), *most)).collect();
        assert_eq!(most, [(0, 2), (1, 1)]);
    }

    #[test]
    fn a_summary_is_not_larger_than_allowed_but_passes_all_blocks() {
        let mut summaries = Summaries::default();
        let id = ProcedureId::from_index(0);
        assert!(summaries.of(id).is_none());
        summaries.begin(id);
        let pairs = vec![pair(0, 2), pair(0, 3), pair(0, 1), pair(1, 2)];
        assert!(summaries.extend(id, pairs.clone(), 7));
        let sizes = |summaries: &Summaries| -> Vec<usize> {
            summaries.of(id).into_iter().flatten().map(|pair| pair.size()).collect()
        };
        assert_eq!(sizes(&summaries), [2, 2, 3]);
        assert!(!summaries.extend(id, pairs[..2].to_vec(), 7), "nothing new");
        // What a caller asked for stays, whatever its size.
        assert!(summaries.demand(id, vec![pair(0, 9)]));
        assert!(!summaries.demand(id, vec![pair(0, 9)]));
        assert_eq!(sizes(&summaries), [2, 2, 3, 9]);
        assert_eq!(summaries.sizes().collect::<Vec<_>>(), [(id, 4, 1)]);
    }
}
