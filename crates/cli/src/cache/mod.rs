//! What is kept from run to run, and `clew cache`, which shows and drops it.

mod kept;
mod machine;
mod merged;
mod replays;

pub use kept::Kept;
pub use merged::Merged;
pub use replays::{Replayed, ReplayedClass, is_repeatable};

use crate::args::{CacheArgs, FormatArg, StorePlaceArgs};
use crate::status::Status;
use crate::ui::{complain, print};
use clew_store::{Figures, Store, Trouble};
use clew_testgen::replay::default_cache_dir;
use serde_json::{Value as Json, json};

/// The folder of the cache in which results are kept.
const FOLDER: &str = "results";

/// The store that the flags name.
fn store(place: &StorePlaceArgs) -> Store {
    let folder = place.store.clone().unwrap_or_else(|| default_cache_dir().join(FOLDER));
    Store::new(&folder, place.store_size)
}

/// Runs the command.
pub fn run(args: &CacheArgs) -> Status {
    let store = store(&args.place);
    let (figures, problem) = match work(args, &store) {
        Ok(figures) => (figures, None),
        Err(trouble) => {
            complain(format!("cannot use the results of earlier runs: {trouble}"));
            (Figures::default(), Some(trouble.to_string()))
        }
    };
    let mut status = if problem.is_none() { Status::Done } else { Status::BadInput };
    status.worsen(match args.format {
        FormatArg::Json => print(&format!("{:#}\n", document(args, &store, figures, problem))),
        FormatArg::Text if problem.is_some() => Status::Done,
        FormatArg::Text => print(&text(args, &store, figures)),
    });
    status
}

fn work(args: &CacheArgs, store: &Store) -> Result<Figures, Trouble> {
    if args.clear {
        store.clear()?;
    }
    if let Some(bytes) = args.trim {
        store.trim(bytes)?;
    }
    store.figures()
}

fn document(args: &CacheArgs, store: &Store, figures: Figures, problem: Option<String>) -> Json {
    json!({
        "command": "cache",
        "file": store.file().display().to_string(),
        "entries": figures.entries,
        "bytes": figures.bytes,
        "file_bytes": figures.file_bytes,
        "limit": args.place.store_size,
        "problems": problem.into_iter().collect::<Vec<_>>(),
    })
}

fn text(args: &CacheArgs, store: &Store, figures: Figures) -> String {
    let mebibytes = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
    format!(
        "file     {}\nentries  {}\nsize     {} (at most {}; the file takes {})\n",
        store.file().display(),
        figures.entries,
        mebibytes(figures.bytes),
        mebibytes(args.place.store_size),
        mebibytes(figures.file_bytes)
    )
}
