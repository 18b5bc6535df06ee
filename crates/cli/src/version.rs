//! What `clew --version` says.

use std::sync::LazyLock;

static TEXT: LazyLock<String> =
    LazyLock::new(|| format!("{} ({})", env!("CARGO_PKG_VERSION"), clew_engine::solver_version()));

/// The version of Clew with that of the solver it is linked with.
pub fn text() -> &'static str {
    &TEXT
}
