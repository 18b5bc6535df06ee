//! Loops whose formula holds while no other thread writes what they poll.

use super::inline::with_calls_replaced;
use super::rounds::{Changes, changes_between_visits};
use clew_base::FastSet;
use clew_ir::{BlockId, Body, Cfg, Loops, Place, Poll, Polled, blocks_behind};
use clew_jvm::{Method, World, is_of_collections};

/// The blocks of a method's code behind a jump that polls: the formula takes its answer to be the same in each round. Where a round
/// may change a place that it reads, or runs code that may, each round has an answer of its own.
pub fn blocks_behind_polls(world: &World, method: &Method, body: &Body) -> FastSet<BlockId> {
    let replaced = with_calls_replaced(world, method, body);
    let body = replaced.as_ref().unwrap_or(body);
    let polls = world.polls(method, body);
    if polls.is_empty() {
        return FastSet::default();
    }
    let cfg = Cfg::compute(body);
    let loops = Loops::of(&cfg);
    let changes = changes_between_visits(body, &cfg, world);
    let is_fixed = |poll: &&Poll| {
        let of_loop = loops.get(poll.of_loop).and_then(|it| changes.get(&it.header));
        !of_loop.is_some_and(|changes| may_change(body, changes, &poll.places))
    };
    blocks_behind(&cfg, polls.iter().filter(is_fixed).map(|poll| poll.block))
}

/// Whether a round may change one of the places.
fn may_change(body: &Body, changes: &Changes, places: &[Polled]) -> bool {
    let writes = |place: &Polled| {
        let mut writes = changes.writes.iter().map(|(block, at)| body.blocks[*block].stmts[*at].inst.effects().writes);
        writes.any(|written| match place {
            Polled::Field(polled) => matches!(written, Place::Field { field, .. } if field == polled),
            Polled::Static(polled) => matches!(written, Place::StaticField(field) if field == polled),
            Polled::Element => matches!(written, Place::Element { .. }),
            Polled::Contents => match written {
                Place::Field { field, .. } => is_of_collections(&field.class),
                _ => matches!(written, Place::Element { .. }),
            },
        })
    };
    changes.any_memory || places.iter().any(writes)
}
