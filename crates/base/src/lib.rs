//! What every crate stands on: typed ids, an arena indexed by them, deterministic maps, cancellation, and digests.
//!
//! Nothing here knows of programs, terms or solvers.

mod arena;
mod cancel;
mod digest;
mod maps;
mod reading;

pub use arena::{Arena, Id};
pub use cancel::CancelToken;
pub use digest::{Digest, DigestMaker};
pub use maps::{FastMap, FastSet, OrderedMap, OrderedSet};
pub use reading::{ClassPathQuestion, ClassPathReading};
