//! Bytes as a class file, or as edits to one.
//!
//! Edits keep what surrounds them: most mutants of a whole class file end in the first checks of the reader.

use crate::explore;
use arbitrary::{Arbitrary, Unstructured};

/// Class files that a compiler made.
const REAL: [&[u8]; 6] = [
    include_bytes!("../classes/Switches.class"),
    include_bytes!("../classes/Handlers.class"),
    include_bytes!("../classes/Arrays.class"),
    include_bytes!("../classes/Shapes.class"),
    include_bytes!("../classes/Shapes$Square.class"),
    include_bytes!("../classes/Numbers.class"),
];

/// What a class file starts with.
const MAGIC: [u8; 4] = [0xca, 0xfe, 0xba, 0xbe];

/// The greatest number of edits.
const EDITS: usize = 64;

#[derive(Arbitrary)]
enum Edit {
    Set { at: u16, value: u8 },
    Add { at: u16, value: i8 },
    Swap { at: u16, with: u16 },
    Copy { from: u16, to: u16, length: u8 },
    Insert { at: u16, value: u8 },
    Remove { at: u16, count: u8 },
}

/// Explores the class file that the bytes are, or that they make of a real one.
pub(crate) fn run(bytes: &[u8]) {
    if bytes.starts_with(&MAGIC) {
        let choice = bytes.last().map_or(0, |last| usize::from(*last));
        return explore::class(bytes, choice);
    }
    let mut choices = Unstructured::new(bytes);
    let (Ok(which), Ok(method)) = (choices.choose_index(REAL.len()), choices.arbitrary::<u8>()) else { return };
    let mut class = REAL[which].to_vec();
    for edit in choices.arbitrary_iter::<Edit>().into_iter().flatten().flatten().take(EDITS) {
        edit.apply(&mut class);
    }
    explore::class(&class, usize::from(method));
}

impl Edit {
    fn apply(&self, class: &mut Vec<u8>) {
        let length = class.len();
        if length == 0 {
            return;
        }
        let place = |at: u16| usize::from(at) % length;
        match *self {
            Edit::Set { at, value } => class[place(at)] = value,
            Edit::Add { at, value } => class[place(at)] = class[place(at)].wrapping_add_signed(value),
            Edit::Swap { at, with } => class.swap(place(at), place(with)),
            Edit::Copy { from, to, length: count } => {
                let (from, to) = (place(from), place(to));
                let count = usize::from(count).min(length - from).min(length - to);
                class.copy_within(from..from + count, to);
            }
            Edit::Insert { at, value } => class.insert(place(at), value),
            Edit::Remove { at, count } => {
                let end = (place(at) + usize::from(count)).min(length);
                class.drain(place(at)..end);
            }
        }
    }
}
