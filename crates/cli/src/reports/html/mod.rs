//! The HTML report: one file that needs no network and no other file.
//!
//! What a reader sees first is in the page itself and needs no script: the totals and the table of files and methods. The
//! sources with their lines, tests and proofs are in the page as JSON, one block for each source file, which the script reads
//! when the file is opened. Names and texts of the program get into the page through the template, which escapes them, or
//! through the script, which only ever makes text nodes of them.

mod data;
mod graph;
mod overview;
mod values;
mod words;

use super::RunNotes;
use super::units::Unit;
use crate::executions::Executions;
use crate::input::Input;
use base64::prelude::{BASE64_STANDARD, Engine};
use data::Data;
use maud::{DOCTYPE, PreEscaped, html};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("app.js");

/// The whole page.
pub fn page(input: &Input, units: &[Unit<'_>], executions: &Executions, notes: &RunNotes) -> String {
    let data = Data::of(input, units, executions);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content=(concat!("clew ", env!("CARGO_PKG_VERSION")));
                title { (overview::title(units)) " · Clew" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (overview::body(units, executions, notes))
                @for (at, unit) in data.units.iter().enumerate() {
                    script type="application/json" id=(format!("unit-{at}")) { (embedded(unit)) }
                }
                script type="application/json" id="words" { (embedded(&data.words)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

/// JSON in a form that cannot end the element it is in.
fn embedded(json: &Json) -> PreEscaped<String> {
    PreEscaped(json.to_string().replace('<', "\\u003c"))
}

/// What the page may do: run and show what is in it, and nothing else.
fn policy() -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}
