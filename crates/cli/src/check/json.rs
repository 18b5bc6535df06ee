//! The JSON document of `clew check`, as `docs/spec/check.schema.json` has it.

use super::{Checked, Found};
use crate::args::CallsArg;
use crate::json::{Cage, method, totals};
use crate::report::Totals;
use clew_findings::{FindingKind, Purpose};
use serde_json::{Value as Json, json};

/// The document.
pub(super) fn document(checked: &Checked<'_>) -> Json {
    let results = checked.results;
    let totals = totals(&Totals::of(&results.methods), results.untargeted_lines());
    let mut document = json!({
        "command": "check",
        "sense": "prefix",
        "unwind": checked.args.unwind,
        "calls": match checked.args.calls {
            CallsArg::Inline => "inline",
            CallsArg::Summaries => "summaries",
        },
        "cage": Cage::of(&checked.args.replay).name(),
        "interrupted": checked.interrupted,
        "problems": checked.problems,
        "findings": checked.findings.iter().map(finding).collect::<Vec<_>>(),
        "methods": results.methods.iter().map(method).collect::<Vec<_>>(),
        "totals": totals,
        "finding_totals": finding_totals(checked),
        "stats": { "seconds": checked.seconds, "from_store": checked.results.from_store },
    });
    if let Some(explained) = &checked.explained {
        document["class_invariants"] = crate::invariants::as_json(explained);
    }
    document
}

fn finding_totals(checked: &Checked<'_>) -> Json {
    let count = |is_meant: &dyn Fn(&Found) -> bool| checked.findings.iter().filter(|found| is_meant(found)).count();
    let mut totals = json!({
        "all": checked.findings.len(),
        "unconditional": count(&|found| found.finding.proof.is_unconditional()),
    });
    for (name, hidden) in hidden(checked) {
        totals[name] = json!(hidden);
    }
    for kind in FindingKind::ALL {
        totals[kind.name()] = json!(count(&|found| found.finding.kind == kind));
    }
    totals
}

/// The names of the counts of findings that are not shown, with the counts.
pub(super) fn hidden(checked: &Checked<'_>) -> impl Iterator<Item = (String, usize)> {
    let by_one = checked.hidden.each().map(|(premise, count)| (format!("hidden_{}", premise.name()), count));
    by_one.chain([("hidden_by_several".to_owned(), checked.hidden.by_several)])
}

fn finding(found: &Found) -> Json {
    let Found { key, source, finding } = found;
    let assumptions: Vec<String> = finding.proof.assumptions().map(ToString::to_string).collect();
    json!({
        "class": key.class,
        "method": key.method,
        "descriptor": key.descriptor,
        "source": source,
        "line": finding.line,
        "kind": finding.kind.name(),
        "verdict": finding.verdict(),
        "unconditional": finding.proof.is_unconditional(),
        "assumptions": assumptions,
        "lines": finding.lines,
        "guard": finding.purpose == Purpose::Guard,
        "message": finding.message,
    })
}
