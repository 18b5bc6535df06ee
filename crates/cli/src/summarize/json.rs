//! The JSON document of `clew summarize`, as `docs/spec/summarize.schema.json` has it.

use super::schedule::schedule;
use super::{Entry, Summarized};
use clew_facts::{CallTargets, Case, CaseEnd, CaseObject, MethodKey, NamedValue, Summary};
use serde_json::{Value as Json, json};

/// The document.
pub(super) fn document(found: &Summarized) -> Json {
    json!({
        "command": "summarize",
        "interrupted": found.interrupted,
        "problems": found.problems,
        "methods": found.entries.iter().map(|entry| method(found, entry)).collect::<Vec<_>>(),
        "totals": {
            "methods": found.entries.len(),
            "complete": found.complete(),
            "cases": found.cases(),
            "errors": found.errors(),
        },
        "stats": { "seconds": found.seconds },
    })
}

fn method(found: &Summarized, entry: &Entry) -> Json {
    let (summary, reason) = match &entry.summary {
        Ok(summary) => (Some(of_summary(found, summary)), None),
        Err(reason) => (None, Some(reason)),
    };
    json!({
        "class": entry.key.class,
        "method": entry.key.method,
        "descriptor": entry.key.descriptor,
        "component": entry.component,
        "recursive": entry.is_recursive,
        "calls": entry.calls.iter().map(call).collect::<Vec<_>>(),
        "summary": summary,
        "reason": reason,
    })
}

fn call(call: &CallTargets) -> Json {
    json!({ "named": key(&call.named), "targets": call.targets.iter().map(key).collect::<Vec<_>>() })
}

fn key(key: &MethodKey) -> Json {
    json!({ "class": key.class, "method": key.method, "descriptor": key.descriptor })
}

fn of_summary(found: &Summarized, summary: &Summary) -> Json {
    let cases = found.shown.of(summary).into_iter().map(|(index, of)| case(&found.entries, index, of));
    let missing = summary.missing.iter().map(|(reason, paths)| json!({ "reason": reason.to_string(), "paths": paths }));
    json!({
        "context": summary.context.name(),
        "complete": summary.is_complete(),
        "missing": missing.collect::<Vec<_>>(),
        "assumptions": summary.assumptions.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "cases": cases.collect::<Vec<_>>(),
    })
}

fn case(entries: &[Entry], index: usize, case: &Case) -> Json {
    let end = match &case.end {
        CaseEnd::Returns(value) => json!({ "kind": "returns", "value": value }),
        CaseEnd::Throws { exception, class } => json!({ "kind": "throws", "exception": exception, "class": class }),
        CaseEnd::Exits => json!({ "kind": "exits" }),
    };
    json!({
        "case": index,
        "constraints": case.constraints,
        "heap_constraints": case.heap_constraints,
        "arguments": values(&case.arguments),
        "statics_in": values(&case.statics_in),
        "heap_in": objects(&case.heap_in),
        "heap_out": objects(&case.heap_out),
        "statics_out": values(&case.statics_out),
        "end": end,
        "schedule": schedule(entries, &case.path),
    })
}

fn values(values: &[NamedValue]) -> Vec<Json> {
    values.iter().map(|held| json!({ "name": held.name, "value": held.value })).collect()
}

fn objects(objects: &[CaseObject]) -> Vec<Json> {
    let object =
        |object: &CaseObject| json!({ "name": object.name, "class": object.class, "holds": values(&object.holds) });
    objects.iter().map(object).collect()
}
