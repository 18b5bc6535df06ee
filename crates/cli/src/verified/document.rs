//! The file of a verifier's results: what it assumed of lines of methods, and what it has verified under that.
//!
//! What `clew verify --format json` prints is such a file, too.

use clew_facts::{MethodKey, Premise};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::path::Path;

/// A file, read and checked for itself.
#[derive(Debug)]
pub struct Document {
    pub assumed: Vec<Assumed>,
    pub checks: Vec<Check>,
}

/// `assumed P as a`.
#[derive(Debug)]
pub struct Assumed {
    pub place: Place,
    pub premise: Premise,
    pub identifier: String,
}

/// `assert P verified A`.
#[derive(Debug)]
pub struct Check {
    pub place: Place,
    /// The class of the exception, in internal form; `None` for an `assert` statement.
    pub throws: Option<String>,
    /// Under which assumptions it is verified, in disjunctive normal form.
    pub under: Vec<Vec<String>>,
    /// Whether the identifiers have to be among those that were assumed: else one that is not is one that may be broken.
    pub names_assumed: bool,
}

/// A line of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub key: MethodKey,
    pub line: u32,
    /// Where the file says it, for messages: `checks[3]`.
    pub entry: String,
}

/// The kinds of checks that verifiers speak of, besides `assert`: the classes of the exceptions, as binary names.
const EXCEPTIONS: [&str; 6] = [
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ArithmeticException",
    "java.lang.ClassCastException",
    "java.lang.ArrayStoreException",
];

/// The file as it is written. What only `clew verify` tells is of no use here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    #[serde(default)]
    assumed: Vec<RawAssumed>,
    checks: Vec<RawCheck>,
    #[serde(rename = "verifier")]
    _verifier: Option<String>,
    command: Option<String>,
    #[serde(rename = "sound")]
    _sound: Option<IgnoredAny>,
    #[serde(rename = "allowed")]
    _allowed: Option<IgnoredAny>,
    #[serde(rename = "interrupted")]
    _interrupted: Option<IgnoredAny>,
    #[serde(rename = "problems")]
    _problems: Option<IgnoredAny>,
    #[serde(rename = "totals")]
    _totals: Option<IgnoredAny>,
    #[serde(rename = "stats")]
    _stats: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAssumed {
    class: String,
    method: String,
    descriptor: String,
    line: u32,
    assumption: Premise,
    #[serde(rename = "as")]
    identifier: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCheck {
    class: String,
    method: String,
    descriptor: String,
    line: u32,
    kind: String,
    verified: Option<Vec<Vec<String>>>,
    verdict: Option<Verdict>,
    assumptions: Option<Vec<String>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Verified,
    VerifiedIf,
    Open,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// A line that says what is wrong with it.
    pub fn read(file: &Path) -> Result<Document, String> {
        let text = std::fs::read_to_string(file).map_err(|error| {
            let file = file.display();
            format!("cannot read: {file} ({error}); name the results of a verifier, such as `clew verify --format json` prints")
        })?;
        let raw: Raw = serde_json::from_str(&text).map_err(|error| malformed(file, &error.to_string()))?;
        Document::of(raw).map_err(|fault| malformed(file, &fault))
    }

    fn of(raw: Raw) -> Result<Document, String> {
        if let Some(command) = raw.command.filter(|command| command != "verify") {
            return Err(format!("it is a document of `clew {command}`, not of `clew verify`"));
        }
        let assumed = raw.assumed.into_iter().enumerate().map(|(at, raw)| assumed(at, raw)).collect();
        let checks = raw.checks.into_iter().enumerate().map(|(at, raw)| check(at, raw));
        Ok(Document { assumed, checks: checks.collect::<Result<_, _>>()? })
    }
}

fn malformed(file: &Path, fault: &str) -> String {
    format!(
        "malformed results of a verifier: {} ({fault}); docs/spec/verified.schema.json tells what belongs there",
        file.display()
    )
}

fn assumed(at: usize, raw: RawAssumed) -> Assumed {
    let identifier = raw.identifier.unwrap_or_else(|| raw.assumption.name().to_owned());
    let key = MethodKey { class: raw.class, method: raw.method, descriptor: raw.descriptor };
    Assumed {
        place: Place { key, line: raw.line, entry: format!("assumed[{at}]") },
        premise: raw.assumption,
        identifier,
    }
}

fn check(at: usize, raw: RawCheck) -> Result<Check, String> {
    let entry = format!("checks[{at}]");
    let throws = match raw.kind.as_str() {
        "assert" => None,
        kind if EXCEPTIONS.contains(&kind) => Some(kind.replace('.', "/")),
        kind => {
            return Err(format!("{entry}: there is no kind `{kind}`; the kinds are assert, {}", EXCEPTIONS.join(", ")));
        }
    };
    let names_assumed = raw.verified.is_some();
    let under = match (raw.verified, raw.verdict, raw.assumptions) {
        (Some(under), None, None) => under,
        (None, Some(Verdict::Verified), _) => vec![Vec::new()],
        (None, Some(Verdict::VerifiedIf), Some(assumptions)) => vec![assumptions],
        (None, Some(Verdict::Open), _) => Vec::new(),
        (None, Some(Verdict::VerifiedIf), None) => return Err(format!("{entry}: `verified_if` needs `assumptions`")),
        (Some(_), ..) => return Err(format!("{entry}: `verified` does not go with `verdict` or `assumptions`")),
        (None, None, _) => return Err(format!("{entry}: it needs `verified`, or `verdict` and `assumptions`")),
    };
    let key = MethodKey { class: raw.class, method: raw.method, descriptor: raw.descriptor };
    Ok(Check { place: Place { key, line: raw.line, entry }, throws, under, names_assumed })
}
