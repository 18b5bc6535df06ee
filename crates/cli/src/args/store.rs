//! Flags about what is kept from run to run.

use super::values::FormatArg;
use crate::memory::parse_bytes;
use clap::Args;
use std::path::PathBuf;

/// How many bytes of results are kept where nothing is said.
const DEFAULT_SIZE: &str = "512M";

/// What is kept from run to run.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results of earlier runs")]
pub struct StoreArgs {
    /// Explore every method anew, and keep no result.
    #[arg(long)]
    pub no_cache: bool,
    /// Where and how much.
    #[command(flatten)]
    pub place: StorePlaceArgs,
}

impl StoreArgs {
    /// No result is kept, and none of an earlier run is used.
    pub fn none() -> StoreArgs {
        StoreArgs { no_cache: true, place: StorePlaceArgs { store: None, store_size: 0 } }
    }
}

/// Where results are kept, and how many.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results of earlier runs")]
pub struct StorePlaceArgs {
    /// Folder in which results are kept [default: `results` in CLEW_CACHE, or in clew in XDG_CACHE_HOME or ~/.cache].
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// How much the results may take, with its unit (`100M`, `2G`); where they are more, those go first that no run has used for the
    /// longest time.
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_SIZE, value_parser = parse_bytes)]
    pub store_size: u64,
}

/// `clew cache`.
#[derive(Args, Clone, Debug)]
pub struct CacheArgs {
    /// Where it is.
    #[command(flatten)]
    pub place: StorePlaceArgs,
    /// Drop what no run has used for the longest time, until the rest takes at most so much, with its unit (`100M`).
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, conflicts_with = "clear")]
    pub trim: Option<u64>,
    /// Drop everything.
    #[arg(long)]
    pub clear: bool,
    /// How the figures are printed on standard output.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FormatArg,
}
