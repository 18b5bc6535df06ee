//! The tables of coverage.

use super::Covered;
use super::instruments::{Counters, Seen};
use super::join::{Claim, Executed, Finding, Judged, Unseen, Wrong};
use crate::document::Method;
use crate::markdown::{grouped, percent, table};
use std::collections::BTreeMap;

/// How many lines of one kind are listed for each jar.
const LISTED: usize = 20;

/// One row for each figure, one column for each jar.
pub fn summary(effort: &[String], jars: &[Covered]) -> String {
    let names: Vec<&str> = std::iter::once("").chain(jars.iter().map(|jar| jar.name.as_str())).collect();
    let row = |name: &str, figure: &dyn Fn(&Covered) -> String| {
        std::iter::once(name.to_owned()).chain(jars.iter().map(figure)).collect::<Vec<String>>()
    };
    let mut rows = vec![
        row("lines covered, says JaCoCo", &|jar| share(jar.total().lines)),
        row("branches covered, says JaCoCo", &|jar| share(jar.total().branches)),
        row("line goals reached, says Clew", &|jar| share(jar.goals("line", "reached"))),
        row("branch goals reached, says Clew", &|jar| share(jar.goals("branch", "reached"))),
        row("lines of methods covered", &|jar| jar.count(|line| line.seen == Some(Seen::Covered))),
        row("– of these reached for Clew", &|jar| jar.count(|line| line.finding == Finding::Agreed)),
        row("– – in methods that are no targets", &|jar| {
            jar.count(|line| line.finding == Finding::Agreed && line.claim == Claim::Passed)
        }),
    ];
    for (who, explored) in [("explored", true), ("not explored", false)] {
        for (cause, text) in EXECUTED {
            rows.push(row(&format!("– only executed, {who}: {text}"), &|jar| {
                jar.count(|line| {
                    line.finding == Finding::OnlyExecuted(cause)
                        && line.seen == Some(Seen::Covered)
                        && (line.claim != Claim::NotExplored) == explored
                })
            }));
        }
    }
    for (cause, text) in UNSEEN {
        rows.push(row(&format!("reached for Clew, not covered: {text}"), &|jar| {
            jar.count(|line| line.finding == Finding::OnlyReached(cause))
        }));
    }
    rows.push(row("line goals unreachable, or so within bounds, says Clew", &|jar| {
        grouped(jar.goals("line", "unreachable").1 + jar.goals("line", "unreachable_within").1)
    }));
    rows.push(row("– of these executed all the same", &|jar| {
        jar.count(|line| matches!(line.finding, Finding::Wrong(Wrong::Unreachable { .. })))
    }));
    rows.push(row("reached for Clew, and never executed", &|jar| {
        jar.count(|line| line.finding == Finding::Wrong(Wrong::NeverExecuted))
    }));
    format!("`clew generate JAR {}`\n\n{}", effort.join(" "), table(&names, rows))
}

const EXECUTED: [(Executed, &str); 5] = [
    (Executed::Nested, "in a call below the tested method"),
    (Executed::AroundTheCall, "while a test makes its input or looks at the result"),
    (Executed::Initializer, "while a class is initialized"),
    (Executed::Elsewhere, "with no test below it"),
    (Executed::PastTheBeginning, "entered past its first instruction"),
];

const UNSEEN: [(Unseen, &str); 4] = [
    (Unseen::FilteredMethod, "JaCoCo leaves the method out"),
    (Unseen::FilteredLine, "JaCoCo leaves the line out"),
    (Unseen::LeftByException, "an exception leaves the block before its end"),
    (Unseen::NotInSuite, "the test is not in the suite"),
];

/// One row for each class of a jar.
pub fn classes(jar: &Covered) -> String {
    let mut goals: BTreeMap<&str, Vec<&Method>> = BTreeMap::new();
    for method in &jar.document.methods {
        goals.entry(&method.key.class).or_default().push(method);
    }
    let names: std::collections::BTreeSet<&str> =
        jar.measured.classes.keys().map(String::as_str).chain(goals.keys().copied()).collect();
    let rows = names.into_iter().map(|name| {
        let counters = jar.measured.classes.get(name).copied().unwrap_or_default();
        let methods = goals.get(name).map_or(&[][..], Vec::as_slice);
        let mut row = vec![name.to_owned(), share(counters.lines), share(counters.branches)];
        for kind in ["line", "branch"] {
            let (all, of) = count_verdicts(methods, kind);
            let figure = |verdict: &str| of.get(verdict).copied().unwrap_or(0);
            row.push(share((all, figure("reached"))));
            row.push(grouped(figure("unreachable")));
            row.push(grouped(figure("unreachable_within")));
            row.push(grouped(figure("undecided")));
        }
        row
    });
    let header = [
        jar.name.as_str(),
        "lines",
        "branches",
        "line goals reached",
        "unreachable",
        "within",
        "undecided",
        "branch goals reached",
        "unreachable",
        "within",
        "undecided",
    ];
    table(&header, rows)
}

/// The lines about which Clew and an instrument differ without being wrong, by cause, the first few of each.
pub fn differences(jar: &Covered) -> String {
    let mut by_cause: BTreeMap<&Finding, Vec<&Judged>> = BTreeMap::new();
    for line in &jar.lines {
        if matches!(line.finding, Finding::OnlyExecuted(_) | Finding::OnlyReached(_)) {
            by_cause.entry(&line.finding).or_default().push(line);
        }
    }
    let mut out = String::new();
    for (finding, lines) in by_cause {
        out.push_str(&format!("{}: {} lines, {}\n", jar.name, lines.len(), in_words(finding)));
        for line in lines.iter().take(LISTED) {
            let test = line.begun.as_ref().and_then(|begun| begun.test.as_deref()).unwrap_or("-");
            out.push_str(&format!("  {}:{}  {}  {test}\n", line.key.method, line.key.line, claim(&line.claim)));
        }
    }
    out
}

fn in_words(finding: &Finding) -> &'static str {
    let executed = |cause: &Executed| EXECUTED.iter().find(|(known, _)| known == cause).map(|(_, text)| *text);
    let unseen = |cause: &Unseen| UNSEEN.iter().find(|(known, _)| known == cause).map(|(_, text)| *text);
    match finding {
        Finding::OnlyExecuted(cause) => executed(cause),
        Finding::OnlyReached(cause) => unseen(cause),
        Finding::Agreed | Finding::Idle | Finding::Wrong(_) => None,
    }
    .unwrap_or_default()
}

/// What Clew says about a line, in a few words.
pub fn claim(claim: &Claim) -> String {
    match claim {
        Claim::Reached => "reached".to_owned(),
        Claim::Passed => "passed by a test".to_owned(),
        Claim::ReachedOutside(replay) => format!("reached, by a test whose replay is {replay}"),
        Claim::Unreachable { verdict, unconditional: true, assumptions } => {
            format!("{verdict}, unconditionally ({})", assumptions.join(", "))
        }
        Claim::Unreachable { verdict, assumptions, .. } => format!("{verdict} under {}", assumptions.join(", ")),
        Claim::Undecided(reason) => format!("undecided ({reason})"),
        Claim::NotExplored => "not explored".to_owned(),
    }
}

fn count_verdicts<'a>(methods: &[&'a Method], kind: &str) -> (u64, BTreeMap<&'a str, u64>) {
    let mut of = BTreeMap::new();
    let mut all = 0;
    for goal in methods.iter().flat_map(|method| &method.goals).filter(|goal| goal.kind == kind) {
        *of.entry(goal.verdict.as_str()).or_insert(0) += 1;
        all += 1;
    }
    (all, of)
}

/// `part of whole (share)`, from the whole and the part.
fn share((whole, part): (u64, u64)) -> String {
    match whole {
        0 => "–".to_owned(),
        _ => format!("{} of {} ({})", grouped(part), grouped(whole), percent(part as f64, whole as f64)),
    }
}

impl Covered {
    fn total(&self) -> Counters {
        self.measured.classes.values().fold(Counters::default(), |sum, class| Counters {
            lines: (sum.lines.0 + class.lines.0, sum.lines.1 + class.lines.1),
            branches: (sum.branches.0 + class.branches.0, sum.branches.1 + class.branches.1),
        })
    }

    /// All goals of a kind, and how many have a verdict.
    fn goals(&self, kind: &str, verdict: &str) -> (u64, u64) {
        let methods: Vec<&Method> = self.document.methods.iter().collect();
        let (all, of) = count_verdicts(&methods, kind);
        (all, of.get(verdict).copied().unwrap_or(0))
    }

    fn count(&self, is_meant: impl Fn(&Judged) -> bool) -> String {
        grouped(self.lines.iter().filter(|line| is_meant(line)).count() as u64)
    }
}
