//! Loops that ask again what others may change: `while (!done)`.
//!
//! Plain fields are taken for nobody else's between two actions (see [`crate::sharing`]), except where a loop polls them: whoever
//! asks shared memory the same in each round, and changes nothing there, waits for another thread.

use crate::sharing::Place;
use clew_base::FastMap;
use clew_heap::{Named, ObjectId, Value};
use clew_ir::{BlockId, Poll, Polled, Reg};
use clew_jvm::{FieldId, Method, MethodCode, MethodId, World};
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
    /// When fields of single objects were read.
    fields_read: OrdMap<(ObjectId, FieldId), u32>,
    /// When objects were last written.
    objects_written: OrdMap<ObjectId, u32>,
    answers: OrdMap<Jump, (u32, Vec<Value>)>,
}

impl Asked {
    /// Takes note that a place in one of these objects was read.
    pub(crate) fn note_read(&mut self, place: Place, names: &[Named]) {
        if !self.is_asked() {
            return;
        }
        self.now += 1;
        self.read.insert(place, self.now);
        if let Place::Field(field) = place {
            for named in names {
                self.fields_read.insert((named.object, field), self.now);
            }
        }
    }

    /// Takes note that a place in one of these objects was written.
    pub(crate) fn note_write(&mut self, place: Place, names: &[Named]) {
        if !self.is_asked() {
            return;
        }
        self.now += 1;
        self.written.insert(place, self.now);
        for named in names {
            self.objects_written.insert(named.object, self.now);
        }
    }

    /// Whether a question was asked. What was accessed before the first matters to none.
    fn is_asked(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Takes note of a question and what its answer is made of. Says whether it was asked before, and read shared memory again which the
    /// execution left as it was. `is_of_collections` tells the fields of collections.
    pub(crate) fn ask(
        &mut self,
        jump: Jump,
        poll: &PollOfPlaces,
        values: Vec<Value>,
        is_of_collections: impl Fn(FieldId) -> bool,
    ) -> bool {
        let before = self.answers.insert(jump, (self.now, values.clone()));
        before.is_some_and(|(then, before)| {
            let since = |times: &OrdMap<Place, u32>| {
                poll.places.iter().any(|place| times.get(place).is_some_and(|at| *at > then))
            };
            let asks_places = since(&self.read) && !(poll.by_calls && since(&self.written));
            let asks_contents = poll.asks_collections && self.has_asked_contents(then, is_of_collections);
            before == values && (asks_places || asks_contents)
        })
    }

    /// Whether a collection was read after a time, and not written since.
    fn has_asked_contents(&self, then: u32, is_of_collections: impl Fn(FieldId) -> bool) -> bool {
        let is_written = |object: &ObjectId| self.objects_written.get(object).is_some_and(|at| *at > then);
        let mut read = self.fields_read.iter().filter(|(_, at)| **at > then).map(|(read, _)| read);
        read.any(|(object, field)| is_of_collections(*field) && !is_written(object))
    }
}
