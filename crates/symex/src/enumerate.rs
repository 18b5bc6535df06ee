//! Numbers that an instruction needs as constants: the path branches over the small ones, and the others are cut by a bound.

use crate::machine::{Guards, Machine};
use crate::state::State;
use crate::step::{Flow, PathEnd};
use clew_facts::{Assumption, CutReason};
use clew_heap::Alternative;
use clew_term::Term;

/// The greatest number that is branched over.
const MAX_NUMBER: u32 = 64;

/// How far a number is branched over, and what a proof then assumes.
#[derive(Clone, Copy)]
pub(crate) struct Enumeration {
    bound: u32,
    assumption: fn(u32) -> Assumption,
}

impl Enumeration {
    /// Up to a bound that the user has set, or one of our own.
    pub(crate) fn up_to(bound: Option<u32>, assumption: fn(u32) -> Assumption) -> Self {
        Self { bound: bound.unwrap_or(MAX_NUMBER).min(MAX_NUMBER), assumption }
    }

    /// Whether no number up to this one is left out.
    pub(crate) fn has_all_up_to(self, number: i32) -> bool {
        i64::from(number) <= i64::from(self.bound)
    }
}

impl Machine<'_> {
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
                ended.push((child, PathEnd::Cut(CutReason::Bound((within.assumption)(within.bound)))));
            }
        }
        Flow::Split { live, ended }
    }
}
