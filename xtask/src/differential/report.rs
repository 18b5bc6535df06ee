//! What came of a comparison, as a table.

use crate::markdown::{grouped, table};
use std::collections::BTreeMap;

/// How many reasons are told.
const REASONS: usize = 12;

/// What came of the methods of a source.
#[derive(Default)]
pub struct Tally {
    pub statics: u64,
    pub constructors: u64,
    pub instances: u64,
    /// Instance methods whose arguments can be made, and no object on which to call them.
    pub without_receiver: u64,
    /// Methods of which at least one run was compared.
    pub compared_methods: u64,
    pub calls: u64,
    pub compared: u64,
    /// Compared calls of which the state that they leave was compared as well.
    pub states: u64,
    /// Ends of which a part is not told.
    pub partly_known: u64,
    /// Calls that end otherwise in another run on the JVM.
    pub varying: u64,
    /// Calls at which the JVM itself came to an end, or for which a call gave no object.
    pub lost: u64,
    /// Calls that could not be followed, by reason.
    pub cut: BTreeMap<String, Cut>,
    /// Calls that were not tried after many that could not be followed.
    pub untried: u64,
    /// Methods that were set aside, with the reason.
    pub aside: BTreeMap<String, String>,
    pub differences: Vec<String>,
    pub seconds: f64,
}

/// Calls that could not be followed for the same reason.
#[derive(Clone, Default)]
pub struct Cut {
    pub calls: u64,
    /// The first method that was called.
    pub example: String,
}

impl Tally {
    /// Counts calls of a method that could not be followed.
    pub fn count_cut(&mut self, reason: String, calls: u64, method: &str) {
        let cut = self.cut.entry(reason).or_insert_with(|| Cut { calls: 0, example: method.to_owned() });
        cut.calls += calls;
    }

    /// Adds what came of other methods of the source.
    pub fn add(&mut self, other: Tally) {
        self.statics += other.statics;
        self.constructors += other.constructors;
        self.instances += other.instances;
        self.without_receiver += other.without_receiver;
        self.compared_methods += other.compared_methods;
        self.calls += other.calls;
        self.compared += other.compared;
        self.states += other.states;
        self.partly_known += other.partly_known;
        self.varying += other.varying;
        self.lost += other.lost;
        self.untried += other.untried;
        self.seconds += other.seconds;
        for (reason, cut) in other.cut {
            self.count_cut(reason, cut.calls, &cut.example);
        }
        self.aside.extend(other.aside);
        self.differences.extend(other.differences);
    }
}

/// The tables for some sources.
pub fn report(all: &[(String, Tally)]) -> String {
    let mut header = vec![""];
    header.extend(all.iter().map(|(name, _)| name.as_str()));
    let row = |name: &str, of: &dyn Fn(&Tally) -> u64| {
        std::iter::once(name.to_owned()).chain(all.iter().map(|(_, tally)| grouped(of(tally)))).collect::<Vec<_>>()
    };
    let rows = [
        row("static methods whose inputs can be made", &|tally| tally.statics),
        row("constructors", &|tally| tally.constructors),
        row("instance methods", &|tally| tally.instances),
        row("– of all these, with at least one call compared", &|tally| tally.compared_methods),
        row("– set aside", &|tally| tally.aside.len() as u64),
        row("instance methods without an object to call them on", &|tally| tally.without_receiver),
        row("calls", &|tally| tally.calls),
        row("– compared", &|tally| tally.compared),
        row("–– with the state that they leave", &|tally| tally.states),
        row("– not followed to the end", &|tally| tally.cut.values().map(|cut| cut.calls).sum()),
        row("– not tried, after 24 in a row not followed or 12 that took too long", &|tally| tally.untried),
        row("– of whose end a part is not told", &|tally| tally.partly_known),
        row("– that end otherwise in another run on the JVM", &|tally| tally.varying),
        row("– that end the virtual machine, or are on no object", &|tally| tally.lost),
        row("differences", &|tally| tally.differences.len() as u64),
        row("seconds", &|tally| tally.seconds.round() as u64),
    ];
    let mut text = table(&header, rows);
    let mut together = Tally::default();
    for (reason, cut) in all.iter().flat_map(|(_, tally)| &tally.cut) {
        together.count_cut(reason.clone(), cut.calls, &cut.example);
    }
    text.push_str("\n\nWhy calls were not followed, most frequent first:\n\n");
    text.push_str(&frequent(["reason", "calls", "first of"], &together.cut));
    let mut aside: BTreeMap<String, Cut> = BTreeMap::new();
    for (method, reason) in all.iter().flat_map(|(_, tally)| &tally.aside) {
        aside.entry(reason.clone()).or_insert_with(|| Cut { calls: 0, example: method.clone() }).calls += 1;
    }
    text.push_str("\n\nWhy methods were set aside:\n\n");
    text.push_str(&frequent(["reason", "methods", "such as"], &aside));
    text
}

fn frequent(header: [&str; 3], counts: &BTreeMap<String, Cut>) -> String {
    let mut counts: Vec<(&String, &Cut)> = counts.iter().collect();
    counts.sort_by_key(|(reason, cut)| (std::cmp::Reverse(cut.calls), *reason));
    let rows = counts
        .iter()
        .take(REASONS)
        .map(|(reason, cut)| vec![(*reason).clone(), grouped(cut.calls), format!("`{}`", cut.example)]);
    table(&header, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_every_reason_once() {
        let mut tally = Tally { statics: 2, calls: 4, compared: 1, ..Tally::default() };
        tally.count_cut("memory".to_owned(), 3, "A#a()V");
        let mut other = Tally::default();
        other.count_cut("memory".to_owned(), 2, "A#b()V");
        other.aside.insert("A#a()V".to_owned(), "it ends the JVM".to_owned());
        tally.add(other);
        let text = report(&[("one".to_owned(), tally)]);
        assert_eq!(text.matches("memory").count(), 1);
        assert!(text.contains("it ends the JVM") && text.contains("differences") && text.contains(" 5 | `A#a()V`"));
    }
}
