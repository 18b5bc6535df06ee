//! What a person says of places in the heap at entry: paths from parameters, invariants, annotations.

mod common;

use common::{compile, method, world_of};

const LIST: &str = "package demo;
    public class List {
        static class Node { int value; Node next; }
        static class Special extends Node { Node other; boolean repOk() { return true; } }
        Node first; int[] cells;
        @Rich(x = {1, 2}, nested = @Nested({\"no\", \"nor this\"}), kind = List.class)
        @ClewAssume({\"acyclic(this.first)\", \"non_sharing(this, other)\"})
        void append(List other, Special last) { }
        @Inner.ClewAssume(\"acyclic(this)\") void one() { }
        @Nested(\"acyclic(this)\") void none() { }
        static void still(List a) { }
        @interface Nested { String[] value(); }
        @interface Rich { int[] x(); Nested nested(); Class<?> kind(); }
        static class Inner { @interface ClewAssume { String value(); } }
    }
    @interface ClewAssume { String[] value(); }";

#[test]
fn annotations_say_what_is_assumed() {
    let folder = compile(&[("demo/List.java", LIST)]);
    let world = world_of(folder.path());
    let assumed = |name: &str| -> Vec<String> {
        world.method(method(&world, "demo/List", name)).assumed.iter().map(ToString::to_string).collect()
    };
    assert_eq!(assumed("append"), ["acyclic(this.first)", "non_sharing(this, other)"]);
    assert_eq!(assumed("one"), ["acyclic(this)"]);
    assert!(assumed("none").is_empty() && assumed("still").is_empty());
}

#[test]
fn paths_follow_declared_fields() {
    let folder = compile(&[("demo/List.java", LIST)]);
    let world = world_of(folder.path());
    let find = |name: &str, path: &str| {
        let mut parts = path.split('.').map(str::to_owned);
        let root = parts.next().expect("a root");
        let place = world.find_place(method(&world, "demo/List", name), &root, &parts.collect::<Vec<_>>());
        place.map(|place| (place.parameter, place.fields.len(), place.descriptor.to_string()))
    };
    let node = "Ldemo/List$Node;".to_owned();
    assert_eq!(find("append", "this"), Ok((None, 0, "Ldemo/List;".to_owned())));
    assert_eq!(find("append", "this.first.next"), Ok((None, 2, node.clone())));
    assert_eq!(find("append", "last.next"), Ok((Some(1), 1, node)));
    assert_eq!(find("append", "other.cells"), Ok((Some(0), 1, "[I".to_owned())));
    let error = |name: &str, path: &str| find(name, path).expect_err("no such place").to_string();
    assert_eq!(error("still", "this"), "it is static and has no `this`");
    assert_eq!(error("append", "others"), "it has no parameter others (it has other, last)");
    assert_eq!(error("append", "this.last"), "demo.List has no field last");
    assert_eq!(error("append", "this.first.value"), "this.first.value is not a reference");
    assert_eq!(error("append", "this.first.value.x"), "this.first.value is not a reference");
    assert_eq!(error("append", "this.cells.x"), "this.cells has no field x");
}

#[test]
fn invariants_are_found_in_the_declared_class() {
    let folder = compile(&[("demo/List.java", LIST)]);
    let world = world_of(folder.path());
    let rep_ok = |root: &str| {
        let place = world.find_place(method(&world, "demo/List", "append"), root, &[]).expect("a place");
        world.rep_ok(&place).map(|id| world.method(id).name.to_string()).map_err(|error| error.to_string())
    };
    assert_eq!(rep_ok("last").as_deref(), Ok("repOk"));
    assert_eq!(rep_ok("other"), Err("demo.List has no method `boolean repOk()`".to_owned()));
}
