//! The JSON document of `clew verify`, as `docs/spec/verify.schema.json` has it.

use super::{Entry, VERDICTS, Verified, assumptions, kind_name, verdict_name};
use crate::args::VerifyArgs;
use clew_absint::{Assumption, Check};
use serde_json::{Map, Value as Json, json};

/// The document.
pub(super) fn document(args: &VerifyArgs, verified: &Verified) -> Json {
    let allowed = &args.trust.allowed;
    json!({
        "command": "verify",
        "sound": allowed.is_empty(),
        "allowed": allowed.iter().copied().map(Assumption::name).collect::<Vec<_>>(),
        "interrupted": verified.interrupted,
        "problems": verified.problems,
        "checks": verified.checks().map(|(entry, found)| check(entry, found)).collect::<Vec<_>>(),
        "assumed": verified.entries.iter().flat_map(assumed).collect::<Vec<_>>(),
        "totals": totals(verified),
        "stats": { "seconds": verified.seconds },
    })
}

fn check(entry: &Entry, check: &Check) -> Json {
    json!({
        "class": entry.key.class,
        "method": entry.key.method,
        "descriptor": entry.key.descriptor,
        "line": check.line,
        "kind": kind_name(check.kind),
        "verdict": verdict_name(&check.verdict),
        "assumptions": assumptions(&check.verdict),
    })
}

/// Where the analysis of a method has assumed what its verdicts name.
fn assumed(entry: &Entry) -> impl Iterator<Item = Json> {
    entry.report.assumed.iter().map(|(assumption, line)| {
        json!({
            "class": entry.key.class,
            "method": entry.key.method,
            "descriptor": entry.key.descriptor,
            "line": line,
            "assumption": assumption.name(),
        })
    })
}

fn totals(verified: &Verified) -> Json {
    let mut totals = Map::new();
    totals.insert("methods".to_owned(), json!(verified.entries.len()));
    totals.insert("not_followed".to_owned(), json!(verified.not_followed()));
    totals.insert("checks".to_owned(), json!(verified.checks().count()));
    totals.extend(VERDICTS.map(|verdict| (verdict.to_owned(), json!(verified.count(verdict)))));
    Json::Object(totals)
}
