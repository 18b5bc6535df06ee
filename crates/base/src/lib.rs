//! What every crate stands on: typed ids, an arena indexed by them, deterministic maps, and cancellation.
//!
//! Nothing here knows of programs, terms or solvers.

mod arena;
mod cancel;
mod maps;

pub use arena::{Arena, Id};
pub use cancel::CancelToken;
pub use maps::{FastMap, FastSet, OrderedMap, OrderedSet};
