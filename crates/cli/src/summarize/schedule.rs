//! Composition schedules: which case of which method goes with each call of a path (thesis, section 3.3.4).

use super::Entry;
use clew_facts::Activation;

/// The cases of the methods of the input that a path calls, in the order of the calls, each before those that it calls itself:
/// `demo.Arithmetics#abs:0`. Where several cases of a method take the same branches and differ in what references name, each
/// of them is there (`:0|2`); `:?` is a path that the summary of the method does not have.
pub(crate) fn schedule(entries: &[Entry], path: &Activation) -> Vec<String> {
    let mut called = Vec::new();
    for (_, call) in &path.calls {
        let key = &call.method;
        let summary = entries.iter().find(|entry| entry.key == *key).and_then(|entry| entry.summary.as_ref().ok());
        let cases = summary.iter().flat_map(|summary| summary.cases.iter().enumerate());
        let same: Vec<String> =
            cases.filter(|(_, case)| case.path == *call).map(|(index, _)| index.to_string()).collect();
        let cases = if same.is_empty() { "?".to_owned() } else { same.join("|") };
        called.push(format!("{}#{}:{cases}", key.class, key.method));
        called.extend(schedule(entries, call));
    }
    called
}
