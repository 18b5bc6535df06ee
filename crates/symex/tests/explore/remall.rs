//! The list example of the thesis (Figure 2.4, Table 2.1), from the corpus.

use crate::java::{compile, explored, open};
use clew_facts::{MethodFacts, Outcome};
use clew_symex::{Aliasing, Criterion, Options};

fn rem_all(aliasing: Aliasing) -> MethodFacts {
    let source = include_str!("../../../../corpus/java/thesis/RemAll.java");
    let folder = compile(&[("RemAll.java", source)]);
    let options =
        Options { criterion: Criterion::Paths, loop_k: None, block_k: Some(2), aliasing, ..Options::default() };
    explored(&open(folder.path()), "corpus/thesis/RemAll$List", "remAll", &options)
}

/// The paths that return; the null list is one more, which the thesis leaves out.
fn returning(facts: &MethodFacts) -> usize {
    facts.tests.iter().filter(|test| test.outcome == Outcome::Returns(None)).count()
}

#[test]
fn seven_cases_where_references_may_alias() {
    let facts = rem_all(Aliasing::On);
    assert_eq!(returning(&facts), 7);
    assert!(facts.complete, "{:?}", facts.undecided);
    assert_eq!(facts.paths, facts.tests.len() as u64, "under paths every path is a test");
}

#[test]
fn five_cases_where_they_may_not() {
    let facts = rem_all(Aliasing::Off);
    assert_eq!(returning(&facts), 5);
    assert!(facts.complete, "{:?}", facts.undecided);
}
