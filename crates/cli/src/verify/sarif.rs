//! Open checks as SARIF 2.1.0, which code hosts and editors read.

use super::{Entry, Verified, kind_name};
use crate::check::sarif::{ROOT, Run, document, fingerprint, uri};
use clew_absint::{Check, Verdict};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The log of one run. Open checks alone are in it: that a check never fails is no result.
pub(super) fn log(verified: &Verified) -> Json {
    let undone = verified.undone().map(|undone| format!("not finished: {undone}"));
    let open: Vec<(&Entry, &Check)> = verified.checks().filter(|(_, check)| check.verdict == Verdict::Open).collect();
    let kinds: BTreeSet<String> = open.iter().map(|(_, check)| kind_name(check.kind)).collect();
    let rules: Vec<String> = kinds.into_iter().collect();
    let mut seen = BTreeMap::new();
    document(Run {
        rules: rules.iter().map(|kind| rule(kind)).collect(),
        problems: verified.problems.iter().cloned().chain(undone).collect(),
        properties: None,
        results: open.iter().map(|(entry, check)| result(entry, check, &rules, &mut seen)).collect(),
    })
}

fn rule(kind: &str) -> Json {
    json!({
        "id": kind,
        "shortDescription": { "text": message(kind) },
        "defaultConfiguration": { "level": "note" },
    })
}

fn message(kind: &str) -> String {
    match kind {
        "assert" => "This assertion may fail.".to_owned(),
        class => format!("This may throw {class}."),
    }
}

fn result(entry: &Entry, check: &Check, rules: &[String], seen: &mut BTreeMap<String, usize>) -> Json {
    let kind = kind_name(check.kind);
    let identity = format!("{} {kind}", entry.key);
    let count = seen.entry(identity.clone()).or_insert(0);
    *count += 1;
    json!({
        "ruleId": kind,
        "ruleIndex": rules.iter().position(|rule| *rule == kind),
        "level": "note",
        "message": { "text": message(&kind) },
        "locations": [location(entry, check)],
        "partialFingerprints": { "check/v1": fingerprint(&format!("{identity} {count}")) },
        "properties": { "verdict": "open" },
    })
}

fn location(entry: &Entry, check: &Check) -> Json {
    let mut location = Map::new();
    if let Some(source) = &entry.source {
        let mut place = json!({ "artifactLocation": { "uri": uri(source), "uriBaseId": ROOT } });
        if check.line > 0 {
            place["region"] = json!({ "startLine": check.line });
        }
        location.insert("physicalLocation".to_owned(), place);
    }
    let name = format!("{}.{}{}", entry.key.class, entry.key.method, entry.key.descriptor);
    location.insert("logicalLocations".to_owned(), json!([{ "fullyQualifiedName": name, "kind": "function" }]));
    Json::Object(location)
}
