//! Findings as SARIF 2.1.0, which code hosts and editors read.

use super::json::hidden;
use super::text::premises;
use super::{Checked, Found};
use crate::unfinished::Unfinished;
use clew_findings::{FindingKind, Purpose};
use serde_json::{Map, Value as Json, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What paths of sources are relative to: the folder that the packages of the program lie in.
pub(crate) const ROOT: &str = "SRCROOT";

/// How many hexadecimal digits tell a finding from the others of a program.
const FINGERPRINT_DIGITS: usize = 32;

/// The log of one run. Findings alone are in it: that a line is reached is no result.
pub(super) fn log(checked: &Checked<'_>) -> Json {
    let undone = Unfinished::of(&checked.results.methods, checked.interrupted, checked.args.strict.strict);
    let problems = checked.problems.iter().cloned().chain(undone.map(|undone| format!("not finished: {undone}")));
    let mut seen = BTreeMap::new();
    document(Run {
        rules: FindingKind::ALL.map(rule).to_vec(),
        problems: problems.collect(),
        properties: Some(hidden(checked).map(|(name, count)| (name, json!(count))).collect()),
        results: checked.findings.iter().map(|found| result(found, &mut seen)).collect(),
    })
}

/// What a log says of a run.
pub(crate) struct Run {
    /// The kinds of results that there are.
    pub rules: Vec<Json>,
    /// What went wrong, a line each.
    pub problems: Vec<String>,
    /// Figures about the whole, where there are any.
    pub properties: Option<Map<String, Json>>,
    /// The results.
    pub results: Vec<Json>,
}

/// The log of one run.
pub(crate) fn document(run: Run) -> Json {
    let notification = |problem: &String| json!({ "level": "error", "message": { "text": problem } });
    let notifications: Vec<Json> = run.problems.iter().map(notification).collect();
    let mut told = json!({
        "tool": { "driver": {
            "name": "Clew",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": run.rules,
        } },
        "invocations": [{
            "executionSuccessful": notifications.is_empty(),
            "toolExecutionNotifications": notifications,
        }],
        "originalUriBaseIds": { ROOT: { "description": { "text": "The folder that the packages of the program lie in." } } },
        "columnKind": "utf16CodeUnits",
    });
    if let Some(properties) = run.properties {
        told["properties"] = Json::Object(properties);
    }
    told["results"] = Json::Array(run.results);
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [told] })
}

fn rule(kind: FindingKind) -> Json {
    let (name, short, full) = match kind {
        FindingKind::Unreachable => {
            ("UnreachableCode", "Code that no execution reaches.", "No input makes control get to these lines.")
        }
        FindingKind::Doomed => (
            "DoomedCode",
            "Code that always ends in an exception.",
            "Every execution that gets to these lines ends in a failed assertion or in an exception that the virtual machine itself throws.",
        ),
        FindingKind::AlwaysTrue => (
            "ConditionAlwaysTrue",
            "A condition that always holds.",
            "Whenever this condition is tested, it holds: the code for the contrary is dead.",
        ),
        FindingKind::AlwaysFalse => (
            "ConditionAlwaysFalse",
            "A condition that never holds.",
            "Whenever this condition is tested, it does not hold: the code that it guards is dead.",
        ),
    };
    json!({
        "id": kind.name(),
        "name": name,
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "defaultConfiguration": { "level": "warning" },
    })
}

fn result(found: &Found, seen: &mut BTreeMap<String, usize>) -> Json {
    let Found { key, finding, .. } = found;
    let assumptions: Vec<String> = finding.proof.assumptions().map(ToString::to_string).collect();
    let unconditional = finding.proof.is_unconditional();
    // Lines move when a file is edited; that it is the third dead condition of a method seldom changes.
    let identity = format!("{key} {}", finding.kind.name());
    let count = seen.entry(identity.clone()).or_insert(0);
    *count += 1;
    json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": FindingKind::ALL.iter().position(|kind| *kind == finding.kind),
        "level": if unconditional { "warning" } else { "note" },
        "message": { "text": format!("{}{}.", capitalized(&finding.message), premises(&finding.proof)) },
        "locations": [location(found)],
        "partialFingerprints": { "finding/v1": fingerprint(&format!("{identity} {count}")) },
        "properties": {
            "verdict": finding.verdict(),
            "unconditional": unconditional,
            "assumptions": assumptions,
            "lines": finding.lines,
            "guard": finding.purpose == Purpose::Guard,
        },
    })
}

fn location(found: &Found) -> Json {
    let Found { key, source, finding } = found;
    let mut location = Map::new();
    if let Some(source) = source {
        let mut place = json!({ "artifactLocation": { "uri": uri(source), "uriBaseId": ROOT } });
        if finding.line > 0 {
            place["region"] = json!({ "startLine": finding.line });
        }
        location.insert("physicalLocation".to_owned(), place);
    }
    let name = format!("{}.{}{}", key.class, key.method, key.descriptor);
    location.insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": name, "kind": "function" }]));
    Json::Object(location)
}

/// A relative path as a reference: what may not stand in one is written by its UTF-8 bytes.
pub(crate) fn uri(path: &str) -> String {
    let mut text = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'$' => {
                text.push(char::from(byte))
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}

pub(crate) fn fingerprint(identity: &str) -> String {
    let mut digits: String = Sha256::digest(identity.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    digits.truncate(FINGERPRINT_DIGITS);
    digits
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("demo/Outer$Inner.java"), "demo/Outer$Inner.java");
        assert_eq!(uri("dé mo/A:b%.java"), "d%C3%A9%20mo/A%3Ab%25.java");
    }
}
