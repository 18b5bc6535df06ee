//! Proofs that rest on what other threads leave alone, of engines that take memory for this thread's between two rounds of a loop.

use clew_base::FastSet;
use clew_facts::Assumption;
use clew_ir::{BlockId, Spot};
use clew_jvm::{MethodCode, MethodId, World};
use clew_reach::blocks_behind_polls;

/// The blocks of a method behind a loop that asks of memory alone whether it goes on, or where to.
pub(crate) struct BehindPolls(FastSet<BlockId>);

impl BehindPolls {
    /// Those of a method's code.
    pub(crate) fn of(world: &World, method: MethodId, code: &MethodCode) -> Self {
        BehindPolls(blocks_behind_polls(world, &world.method(method), &code.body))
    }

    /// What a proof rests on that no execution gets to any of the spots.
    pub(crate) fn assumed_at(&self, spots: &[Spot]) -> &'static [Assumption] {
        let mut blocks = spots.iter().map(|spot| match spot {
            Spot::Block(block) | Spot::Edge(block, _) => block,
        });
        assumed_if(blocks.any(|block| self.0.contains(block)))
    }

    /// What a proof rests on that no execution ends in a certain way.
    pub(crate) fn assumed_anywhere(&self) -> &'static [Assumption] {
        assumed_if(!self.0.is_empty())
    }
}

fn assumed_if(is_behind: bool) -> &'static [Assumption] {
    if is_behind { &[Assumption::SingleThread] } else { &[] }
}
