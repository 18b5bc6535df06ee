//! Which invariants the classes of a corpus file have.

mod support;

use clew_absint::{ClassInvariants, Holds, Invariant};
use clew_jvm::World;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use support::{compile, world};
use tempfile::TempDir;

/// The classes of these files of the corpus, with the folder that has them.
fn compiled(files: &[&str]) -> (TempDir, World) {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java/fields");
    let files: Vec<_> = files.iter().map(|name| corpus.join(name)).collect();
    compile(&files, &[], folder.path());
    let world = world(folder.path());
    (folder, world)
}

fn invariants(world: &World, class: &str) -> Rc<[Invariant]> {
    ClassInvariants::new(world).of(world.load(&format!("corpus/fields/{class}")).expect("a class"))
}

#[test]
fn invariants_are_what_all_writes_have_in_common() {
    let (_folder, world) = compiled(&["ClassInvariants.java", "OpenedClass.java"]);
    let of = |class: &str| -> BTreeMap<String, String> {
        let found = invariants(&world, class);
        let of_values = found.iter().filter(|it| !matches!(it.holds, Holds::OfClass(_) | Holds::Length { .. }));
        of_values.map(|it| (world.field(it.field).name.to_string(), it.holds.to_string())).collect()
    };
    let expected = |list: &[(&str, &str)]| -> BTreeMap<String, String> {
        list.iter().map(|(field, holds)| ((*field).to_owned(), (*holds).to_owned())).collect()
    };
    let own = [
        ("lines", "not null"),
        ("id", "not null"),
        ("capacity", "at least 1"),
        ("percent", "between 0 and 100"),
        ("ticks", "5"),
    ];
    assert_eq!(of("ClassInvariants"), expected(&own));
    assert_eq!(of("ClassInvariants$Silent"), expected(&[("name", "not null")]));
    assert_eq!(of("ClassInvariants$Quiet"), expected(&[("made", "1")]));
    assert_eq!(of("ClassInvariants$Limit"), expected(&[("most", "at least 1")]));
    assert_eq!(of("ClassInvariants$Bounded"), expected(&[("least", "at least 4"), ("day", "between 0 and 6")]));
    let sized = [
        ("cells", "an array of at least 1 elements"),
        ("rows", "an array of at least 1 elements"),
        ("names", "an array of 3 elements"),
    ];
    let of_length = |class: &str| -> BTreeMap<String, String> {
        let found = invariants(&world, class);
        let of_length = found.iter().filter(|it| matches!(it.holds, Holds::Length { .. }));
        of_length.map(|it| (world.field(it.field).name.to_string(), it.holds.to_string())).collect()
    };
    assert_eq!(of_length("ClassInvariants$Sized"), expected(&sized));
    for without in ["Announced", "Hasty", "Lazy", "Inner", "Partly", "Injected", "Lower"] {
        assert_eq!(of(&format!("ClassInvariants${without}")), expected(&[]), "{without}");
    }
    assert_eq!(of("OpenedClass"), expected(&[]));
}

#[test]
fn who_looks_at_entries_changes_no_map() {
    let (_folder, world) = compiled(&["EntryCollections.java"]);
    let found = invariants(&world, "EntryCollections");
    let full = found.iter().filter(|it| matches!(it.holds, Holds::Full(_)));
    let full: Vec<String> = full.map(|it| format!("{}: {}", world.field(it.field).name, it.holds)).collect();
    assert_eq!(full, ["looked: a collection without a null value"]);
}

#[test]
fn constants_are_not_null_where_nobody_sees_them_unset() {
    let (_folder, world) = compiled(&["ClassConstants.java"]);
    let of = |class: &str| -> Vec<String> {
        let found = invariants(&world, class);
        found.iter().map(|it| format!("{} {}", world.field(it.field).name, it.holds)).collect()
    };
    assert_eq!(of("ClassConstants"), ["state not null", "lock not null"]);
    for without in ["Holder", "OfBelow", "Late", "Failing", "Peeker"] {
        assert_eq!(of(&format!("ClassConstants${without}")), Vec::<String>::new(), "{without}");
    }
}

#[test]
fn collections_hold_what_the_class_puts_into_them() {
    let (_folder, world) = compiled(&["FullCollections.java"]);
    let of = |class: &str| -> Vec<String> {
        let found = invariants(&world, class);
        let full = found.iter().filter(|it| matches!(it.holds, Holds::Full(_)));
        full.map(|it| format!("{}: {}, by {}", world.field(it.field).name, it.holds, it.proof.len())).collect()
    };
    let expected = [
        "names: a collection without a null value, by 3",
        "counts: a collection without a null value, by 1",
        "groups: a collection without a null value, by 1",
        "fixed: a collection without null, by 1",
        "late: a collection without a null value, by 1",
    ];
    assert_eq!(of("FullCollections"), expected);
    let found = invariants(&world, "FullCollections");
    let of_class = found.iter().filter(|it| matches!(it.holds, Holds::OfClass(_)));
    let of_class: Vec<String> = of_class.map(|it| format!("{}: {}", world.field(it.field).name, it.holds)).collect();
    let lists = ["names", "anything", "handedOut", "viewed", "late"].map(|name| format!("{name}: java.util.ArrayList"));
    let maps = ["counts: java.util.HashMap".to_owned(), "groups: java.util.LinkedHashMap".to_owned()];
    let [counts, groups] = maps;
    let [names, rest @ ..] = lists;
    assert_eq!(of_class, [vec![names, counts, groups], rest.to_vec()].concat());
    for without in ["Helped", "Lent", "Replaced", "Walked"] {
        assert_eq!(of(&format!("FullCollections${without}")), Vec::<String>::new(), "{without}");
    }
}
