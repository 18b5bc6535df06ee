//! Several paths in one argument, as `java -cp` takes them.

use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsString;
use std::path::PathBuf;

/// Several paths, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathList(pub Vec<PathBuf>);

impl PathList {
    /// Reads the value of a flag. Empty parts are left out.
    pub fn parser() -> impl TypedValueParser<Value = PathList> {
        OsStringValueParser::new().map(|text: OsString| {
            PathList(std::env::split_paths(&text).filter(|path| !path.as_os_str().is_empty()).collect())
        })
    }
}
