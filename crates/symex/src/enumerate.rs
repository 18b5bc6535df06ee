//! Numbers that an instruction needs as constants: the path branches over the small ones, and the others are cut.

use crate::core::Core;
use crate::flow::{Flow, PathEnd};
use crate::machine::{Guards, Machine};
use crate::state::State;
use clew_facts::{Assumption, CutReason};
use clew_heap::Alternative;
use clew_term::Term;

/// The greatest number that is branched over.
const MAX_NUMBER: u32 = 64;

/// How far a number is branched over, and what a proof then assumes.
#[derive(Clone, Copy)]
pub(crate) struct Enumeration {
    bound: u32,
    beyond: Beyond,
}

/// What becomes of executions on which the number is greater.
#[derive(Clone, Copy)]
enum Beyond {
    /// The user's bound excludes them.
    Bound(fn(u32) -> Assumption),
    /// No bound of the user's does, so nothing is proved of them.
    Limit(&'static str),
}

impl Enumeration {
    /// Up to a bound that the user has set, if it is not greater than what is branched over.
    pub(crate) fn up_to(bound: Option<u32>, assumption: fn(u32) -> Assumption) -> Self {
        match bound {
            Some(bound) if bound <= MAX_NUMBER => Self { bound, beyond: Beyond::Bound(assumption) },
            _ => Self { bound: MAX_NUMBER, beyond: Beyond::Limit("a number that an instruction needs as a constant") },
        }
    }

    /// Up to a number of bytes of a text: texts that are put together are longer than those of the input, for which there is a bound.
    pub(crate) fn of_text(bytes: u32) -> Self {
        Self { bound: bytes.min(MAX_NUMBER), beyond: Beyond::Limit("the characters of a text that is put together") }
    }

    /// Whether no number up to this one is left out.
    pub(crate) fn has_all_up_to(self, number: i32) -> bool {
        i64::from(number) <= i64::from(self.bound)
    }

    /// Why executions are not followed on which the number is greater.
    pub(crate) fn cut(self) -> CutReason {
        match self.beyond {
            Beyond::Bound(assumption) => CutReason::Bound(assumption(self.bound)),
            Beyond::Limit(what) => CutReason::Budget(what.to_owned()),
        }
    }
}

impl Machine<'_> {
    /// Fixes a number that is not negative: the instruction runs again in each of the states, but that in which the number
    /// is greater than the bound ends there.
    pub(crate) fn enumerate(&mut self, state: State, number: Term, within: Enumeration) -> Flow {
        let heap = state.heap.clone();
        let mut more = self.pool.tru();
        let mut alternatives = Vec::new();
        for constant in 0..=within.bound as i32 {
            let constant = self.pool.bv32(constant);
            let guard = self.pool.eq(number, constant);
            let other = self.pool.not(guard);
            more = self.pool.and(more, other);
            alternatives.push(Alternative { guard, heap: heap.clone(), value: Some(guard) });
        }
        alternatives.push(Alternative { guard: more, heap, value: None });
        let mut fixed = Vec::new();
        let children = self.split(state, alternatives, Guards::Exhaustive, |child, guard| {
            if let Some(guard) = guard {
                child.path.known.insert(guard);
            }
            fixed.push(guard.is_some());
        });
        let (mut live, mut ended) = (Vec::new(), Vec::new());
        for (child, fixed) in children.into_iter().zip(fixed) {
            if fixed {
                live.push(child);
            } else {
                ended.push((child, PathEnd::Cut(within.cut())));
            }
        }
        Flow::Split { live, ended }
    }
}

impl Core<'_> {
    /// The number, if it is constant or the path has fixed it.
    pub(crate) fn fixed_number(&mut self, state: &State, number: Term, within: Enumeration) -> Option<i32> {
        if let Some(constant) = self.pool.as_i32(number) {
            return Some(constant);
        }
        (0..=within.bound as i32).find(|constant| {
            let constant = self.pool.bv32(*constant);
            let fixed = self.pool.eq(number, constant);
            state.path.known.contains(&fixed)
        })
    }
}
