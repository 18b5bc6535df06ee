//! Loops that ask again what others may change: `while (!done)`.
//!
//! Plain fields are taken for nobody else's between two actions (see [`crate::sharing`]), except where a loop polls them: whoever
//! asks shared memory the same in each round, and changes nothing there, waits for another thread.

use crate::sharing::Place;
use clew_base::FastMap;
use clew_heap::Value;
use clew_ir::{BlockId, Poll, Polled, Reg};
use clew_jvm::{Method, MethodCode, MethodId, World};
use imbl::OrdMap;

/// The jumps of a method that poll, by the blocks that end with them.
#[derive(Debug, Default)]
pub(crate) struct Polls(FastMap<BlockId, Vec<PollOfPlaces>>);

/// What a jump asks of memory.
#[derive(Debug)]
pub(crate) struct PollOfPlaces {
    pub registers: Vec<Reg>,
    pub places: Vec<Place>,
    /// Whether collections are asked what they hold.
    pub asks_collections: bool,
    /// Whether calls read some of the places: the registers do not tell then what was read.
    pub by_calls: bool,
}

impl Polls {
    pub(crate) fn of(world: &World, method: &Method, code: &MethodCode) -> Self {
        let mut polls: FastMap<BlockId, Vec<PollOfPlaces>> = FastMap::default();
        for Poll { block, registers, places, by_calls, .. } in world.polls(method, &code.body) {
            let asks_collections = places.contains(&Polled::Contents);
            let places: Vec<Place> = places.iter().filter_map(|place| place_of(world, place)).collect();
            polls.entry(block).or_default().push(PollOfPlaces { registers, places, asks_collections, by_calls });
        }
        Polls(polls)
    }

    /// What the jump at the end of a block asks.
    pub(crate) fn at(&self, block: BlockId) -> &[PollOfPlaces] {
        self.0.get(&block).map_or(&[], Vec::as_slice)
    }
}

fn place_of(world: &World, polled: &Polled) -> Option<Place> {
    Some(match polled {
        Polled::Field(field) => Place::Field(world.resolve_field(field).ok()?),
        Polled::Static(field) => Place::Static(world.resolve_field(field).ok()?),
        Polled::Element => Place::Elements,
        Polled::Contents => return None,
    })
}

/// What a jump of an activation asks: the number of activations, its method, the block, and which of its polls.
pub(crate) type Jump = (usize, MethodId, BlockId, usize);

/// When places were last accessed, and what was last asked. Times count accesses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    now: u32,
    read: OrdMap<Place, u32>,
    written: OrdMap<Place, u32>,
    answers: OrdMap<Jump, (u32, Vec<Value>)>,
}

impl Asked {
    pub(crate) fn note_read(&mut self, place: Place) {
        if self.is_asked() {
            self.now += 1;
            self.read.insert(place, self.now);
        }
    }

    pub(crate) fn note_write(&mut self, place: Place) {
        if self.is_asked() {
            self.now += 1;
            self.written.insert(place, self.now);
        }
    }

    /// Whether a question was asked. What was accessed before the first matters to none.
    fn is_asked(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Takes note of a question and what its answer is made of. Says whether it was asked before, and read shared memory again which the
    /// execution left as it was. `is_of_collections` tells the places where collections keep what they hold.
    pub(crate) fn ask(
        &mut self,
        jump: Jump,
        poll: &PollOfPlaces,
        values: Vec<Value>,
        is_of_collections: impl Fn(&Place) -> bool,
    ) -> bool {
        let before = self.answers.insert(jump, (self.now, values.clone()));
        before.is_some_and(|(then, before)| {
            let asks = |place: &Place| poll.places.contains(place) || poll.asks_collections && is_of_collections(place);
            let since = |times: &OrdMap<Place, u32>| times.iter().any(|(place, at)| *at > then && asks(place));
            before == values && !(poll.by_calls && since(&self.written)) && since(&self.read)
        })
    }
}
