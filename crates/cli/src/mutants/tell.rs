//! What is told of mutants.

use super::{ClassMutants, Survivor};
use serde_json::{Value as Json, json};

/// As a member of the document.
pub fn as_json(classes: &[ClassMutants]) -> Json {
    let survivor = |survivor: &Survivor| {
        json!({
            "method": survivor.method.method,
            "descriptor": survivor.method.descriptor,
            "line": survivor.line,
            "operator": survivor.operator.name(),
            "change": survivor.change,
            "covered": survivor.covered,
        })
    };
    let class = |it: &ClassMutants| {
        json!({
            "class": it.class,
            "killed": it.killed,
            "timed_out": it.timed_out,
            "survived": it.survivors.len(),
            "not_run": it.not_run,
            "survivors": it.survivors.iter().map(survivor).collect::<Vec<_>>(),
        })
    };
    classes.iter().map(class).collect()
}

/// The figures of all classes together.
pub fn sentence(classes: &[ClassMutants]) -> String {
    let sum = |of: fn(&ClassMutants) -> u64| classes.iter().map(of).sum::<u64>();
    let (killed, run) = (sum(|it| it.killed), sum(ClassMutants::run));
    let uncovered = classes.iter().flat_map(|it| &it.survivors).filter(|survivor| !survivor.covered).count();
    let mut text = match run {
        0 => "No mutant was run".to_owned(),
        _ => format!("Mutants: the tests kill {}", score(killed, run)),
    };
    for (number, what) in [
        (sum(|it| it.timed_out), "killed because tests do not end in time"),
        (uncovered as u64, "on lines that no test executes"),
        (sum(|it| it.not_run), "not run"),
    ] {
        if number > 0 {
            text.push_str(&format!(", {number} {what}"));
        }
    }
    text + "."
}

/// `41 of 52 (78 %)`; all of the hundred only where none survives.
fn score(killed: u64, run: u64) -> String {
    format!("{killed} of {run} ({} %)", 100 * killed / run.max(1))
}

/// How many survivors of each class are told.
const SURVIVORS: usize = 2;

/// A line for each class, those first whose tests notice least, and below it some mutants that survive, those first whose line a
/// test executes.
pub fn by_class(classes: &[ClassMutants]) -> Vec<String> {
    let mut classes: Vec<&ClassMutants> = classes.iter().collect();
    classes.sort_by_key(|it| 1000 * it.killed / it.run().max(1));
    classes.into_iter().flat_map(of_class).collect()
}

fn of_class(it: &ClassMutants) -> Vec<String> {
    let rest = if it.not_run == 0 { String::new() } else { format!(", {} not run", it.not_run) };
    let mut lines = vec![format!("{}: mutants killed {}{rest}", it.class, score(it.killed, it.run()))];
    let mut survivors: Vec<&Survivor> = it.survivors.iter().collect();
    survivors.sort_by_key(|survivor| !survivor.covered);
    lines.extend(survivors.into_iter().take(SURVIVORS).map(survivor));
    lines
}

fn survivor(Survivor { method, line, change, covered, .. }: &Survivor) -> String {
    let place = if *line == 0 { method.method.clone() } else { format!("{}, line {line}", method.method) };
    let uncovered = if *covered { "" } else { " (no test executes it)" };
    format!("  unnoticed: {place}: {change}{uncovered}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_facts::MethodKey;
    use clew_jvm::MutantOperator;

    fn class(name: &str, killed: u64, lines: &[u32]) -> ClassMutants {
        let survivor = |line: &u32| Survivor {
            method: MethodKey { class: name.into(), method: "f".into(), descriptor: "()V".into() },
            line: *line,
            operator: MutantOperator::Boundary,
            change: "< became <=".into(),
            covered: line.is_multiple_of(2),
        };
        ClassMutants {
            class: name.into(),
            killed,
            survivors: lines.iter().map(survivor).collect(),
            ..Default::default()
        }
    }

    #[test]
    fn what_is_told_first_needs_attention() {
        let classes = [class("a.A", 299, &[2]), class("a.B", 1, &[3, 4, 5]), class("a.C", 3, &[])];
        assert_eq!(sentence(&classes), "Mutants: the tests kill 303 of 307 (98 %), 2 on lines that no test executes.");
        assert_eq!(
            by_class(&classes),
            [
                "a.B: mutants killed 1 of 4 (25 %)",
                "  unnoticed: f, line 4: < became <=",
                "  unnoticed: f, line 3: < became <= (no test executes it)",
                "a.A: mutants killed 299 of 300 (99 %)",
                "  unnoticed: f, line 2: < became <=",
                "a.C: mutants killed 3 of 3 (100 %)"
            ]
        );
        assert_eq!(sentence(&[]), "No mutant was run.");
    }

    #[test]
    fn what_was_not_run_is_told() {
        let some = ClassMutants { not_run: 7, timed_out: 1, ..class("a.A", 2, &[]) };
        assert!(
            sentence(std::slice::from_ref(&some)).ends_with(", 1 killed because tests do not end in time, 7 not run.")
        );
        assert_eq!(by_class(std::slice::from_ref(&some)), ["a.A: mutants killed 2 of 2 (100 %), 7 not run"]);
        assert_eq!(as_json(&[some])[0]["not_run"], 7);
    }
}
