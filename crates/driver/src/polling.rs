//! Proofs that rest on what other threads leave alone, of engines that take memory for this thread's between two rounds of a loop.

use clew_base::FastSet;
use clew_facts::Assumption;
use clew_ir::{BlockId, Spot};
use clew_jvm::{MethodCode, MethodId, World};
use clew_reach::blocks_behind_polls;
use std::cell::OnceCell;

/// The blocks of a method behind a loop that asks of memory alone whether it goes on, or where to. They are looked for when there
/// is a proof.
pub(crate) struct BehindPolls<'a> {
    world: &'a World,
    method: MethodId,
    code: &'a MethodCode,
    blocks: OnceCell<FastSet<BlockId>>,
}

impl<'a> BehindPolls<'a> {
    /// Those of a method's code.
    pub(crate) fn of(world: &'a World, method: MethodId, code: &'a MethodCode) -> Self {
        BehindPolls { world, method, code, blocks: OnceCell::new() }
    }

    /// What a proof rests on that no execution gets to any of the spots.
    pub(crate) fn assumed_at(&self, spots: &[Spot]) -> &'static [Assumption] {
        assumed_if(spots.iter().any(|spot| self.blocks().contains(&spot.block())))
    }

    /// What a proof rests on that no execution ends in a certain way.
    pub(crate) fn assumed_anywhere(&self) -> &'static [Assumption] {
        assumed_if(!self.blocks().is_empty())
    }

    fn blocks(&self) -> &FastSet<BlockId> {
        self.blocks.get_or_init(|| blocks_behind_polls(self.world, &self.world.method(self.method), &self.code.body))
    }
}

fn assumed_if(is_behind: bool) -> &'static [Assumption] {
    if is_behind { &[Assumption::SingleThread] } else { &[] }
}
