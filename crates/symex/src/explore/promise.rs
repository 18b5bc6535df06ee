//! What may still be gained from a state: the goals without a test that it has reached, or that lie ahead of it in the code.
//!
//! States of little promise go on when there are no others, and now and then in between. None is dropped: it takes all paths to prove
//! that a goal is unreachable.

use super::Exploration;
use crate::goals::GoalMap;
use crate::search::StateId;
use crate::state::State;
use clew_base::Id;
use clew_facts::{Criterion, GoalKind};
use clew_ir::{BlockId, Body, Cfg};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

/// Every how many turns a state of little promise goes on.
const OTHERS_EVERY: u64 = 8;

/// What may be gained from a state, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Promise {
    /// Nothing.
    None,
    /// An exception or a failing assertion, of which many never come about.
    Exception,
    /// A line or a branch.
    Code,
}

/// The goals that lie ahead of each block of the method under test, as one set for each block.
pub(super) struct Ahead {
    of: Vec<FixedBitSet>,
}

impl Ahead {
    /// The goals of a method that are reached at each block, or at one to which control may go from there.
    pub(super) fn of(body: &Body, goals: &GoalMap) -> Self {
        let mut of = vec![FixedBitSet::with_capacity(goals.goals.len()); body.blocks.len()];
        for goal in 0..goals.goals.len() {
            goals.places(goal).iter().for_each(|block| of[block.index()].insert(goal));
        }
        // Successors come first, so that without loops one round is enough.
        let cfg = Cfg::compute(body);
        let order = cfg.reverse_post_order().iter().rev();
        let mut is_final = false;
        while !is_final {
            is_final = true;
            for block in order.clone() {
                let mut ahead = std::mem::take(&mut of[block.index()]);
                let before = ahead.count_ones(..);
                cfg.successors(*block).iter().for_each(|next| ahead.union_with(&of[next.index()]));
                is_final &= ahead.count_ones(..) == before;
                of[block.index()] = ahead;
            }
        }
        Self { of }
    }

    fn goals(&self, block: BlockId) -> impl Iterator<Item = usize> {
        self.of.get(block.index()).into_iter().flat_map(FixedBitSet::ones)
    }
}

/// The waiting states of little promise, in the order in which that was found.
#[derive(Default)]
pub(super) struct Deferred {
    exceptions: VecDeque<StateId>,
    nothing: VecDeque<StateId>,
    turns: u64,
}

impl Deferred {
    /// Has a state wait until there are no better ones.
    pub(super) fn add(&mut self, id: StateId, promise: Promise) {
        match promise {
            Promise::None => self.nothing.push_back(id),
            Promise::Exception | Promise::Code => self.exceptions.push_back(id),
        }
    }

    /// Whether this is a turn of theirs, though others wait.
    pub(super) fn has_turn(&mut self) -> bool {
        self.turns += 1;
        self.turns.is_multiple_of(OTHERS_EVERY)
    }

    /// Takes out the best of them, the last first.
    pub(super) fn next(&mut self) -> Option<StateId> {
        self.exceptions.pop_back().or_else(|| self.nothing.pop_back())
    }

    /// Takes out the one that can be missed most easily.
    pub(super) fn worst(&mut self) -> Option<StateId> {
        self.nothing.pop_front().or_else(|| self.exceptions.pop_front())
    }
}

impl Exploration<'_> {
    /// What may be gained from a state.
    pub(super) fn promise_of(&self, state: &State) -> Promise {
        let goes_first = state.guided.goes_first && state.guesses.for_tests.is_none();
        if self.machine.options.criterion == Criterion::Paths || goes_first {
            return Promise::Code;
        }
        let may_show = || self.machine.helpers.are_ahead(state.frames[0].block);
        let shows = || self.wanted_ends.are_among(state.passed.ends.iter());
        if self.wanted_ends.ask_for_answers() || !self.wanted_ends.are_shown() && (may_show() || shows()) {
            return Promise::Code;
        }
        let target = self.machine.target;
        let own = state.frames.iter().enumerate().filter(|(depth, frame)| *depth == 0 || frame.code.id == target);
        let ahead = own.flat_map(|(_, frame)| self.ahead.goals(frame.block));
        let is_wanted = |goal: &usize| self.is_open(*goal) || self.wanted_ends.are_behind(*goal);
        let open = ahead.chain(state.passed.reached.iter().copied()).filter(is_wanted);
        open.map(|goal| match self.machine.goals.goals[goal].kind {
            GoalKind::Line | GoalKind::Branch(_) => Promise::Code,
            GoalKind::Exception(_) | GoalKind::Assert => Promise::Exception,
        })
        .max()
        .unwrap_or(Promise::None)
    }
}
