//! What every crate stands on: typed ids, an arena indexed by them, deterministic maps, cancellation, and digests.
//!
//! Nothing here knows of programs, terms or solvers.
//!
//! ```
//! use clew_base::{Arena, define_id};
//!
//! define_id! {
//!     /// A city.
//!     struct City = "c"
//! }
//!
//! let mut cities: Arena<City, &str> = Arena::new();
//! let knossos = cities.push("Knossos");
//! assert_eq!(cities[knossos], "Knossos");
//! assert_eq!(format!("{knossos}"), "c0");
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arena;
mod cancel;
mod digest;
mod maps;
mod reading;

pub use arena::{Arena, Id};
pub use cancel::CancelToken;
pub use digest::{Digest, DigestMaker};
pub use maps::{FastMap, FastSet, OrderedMap, OrderedSet, fast_hash};
pub use reading::{ClassPathQuestion, ClassPathReading};
