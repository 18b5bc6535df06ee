//! The list example of the thesis (Figure 2.4, Table 2.1), from the corpus.

use crate::java::{compile, explored, open};
use clew_facts::{MethodFacts, Outcome};
use clew_symex::{Aliasing, Criterion, HeapPolicy, Options};

fn rem_all(aliasing: Aliasing) -> MethodFacts {
    let source = include_str!("../../../../corpus/java/thesis/RemAll.java");
    let folder = compile(&[("RemAll.java", source)]);
    // The cases of the text are those of lazy initialization.
    let heap = HeapPolicy::Lazy;
    let options =
        Options { criterion: Criterion::Paths, loop_k: None, block_k: Some(2), aliasing, heap, ..Options::default() };
    explored(&open(folder.path()), "corpus/thesis/RemAll$List", "remAll", &options)
}

/// How many paths end in each way; a null list is one of the cases.
fn ends(facts: &MethodFacts) -> (usize, usize) {
    let null_list = Outcome::Throws { class: "java.lang.NullPointerException".to_owned() };
    let count = |outcome: &Outcome| facts.tests.iter().filter(|test| test.outcome == *outcome).count();
    (count(&Outcome::Returns(None)), count(&null_list))
}

#[test]
fn seven_cases_where_references_may_alias() {
    let facts = rem_all(Aliasing::On);
    assert_eq!((facts.paths, ends(&facts)), (7, (6, 1)));
    assert_eq!(facts.tests.len(), 7, "under paths every path is a test");
    assert!(facts.complete, "{:?}", facts.undecided);
}

#[test]
fn five_cases_where_they_may_not() {
    let facts = rem_all(Aliasing::Off);
    assert_eq!((facts.paths, ends(&facts)), (5, (4, 1)));
    assert!(facts.complete, "{:?}", facts.undecided);
}
