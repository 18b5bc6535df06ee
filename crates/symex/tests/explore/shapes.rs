//! The heap that is handed to a test is the smallest that its path allows: no more objects than it needs, and two references
//! name one object only where the path says so.

use crate::java::explored_source;
use clew_facts::{Object, ObjectId, Outcome, TestCase, Value};
use clew_symex::{Criterion, HeapPolicy, Options};

/// Each method numbers its paths.
const SOURCE: &str = "
class Shapes {
    Shapes left;
    Shapes right;
    int value;

    static int written(Shapes x, Shapes y, Shapes unused) {
        if (x == null || y == null) return 0;
        x.value = 1;
        y.value = 2;
        return x.value == 2 ? 1 : 2;
    }

    static int chain(Shapes x) {
        return x.left.left.value == 7 ? 1 : 2;
    }

    static int diamond(Shapes x) {
        x.left.left.value = 1;
        x.right.left.value = 2;
        return x.left.left.value == 2 ? 1 : 2;
    }

    static int third(Shapes[] all, int at) {
        all[at].value = 1;
        all[2].value = 2;
        if (at == 2) return 0;
        return all[at].value == 2 ? 1 : 2;
    }
}";

/// The input of the test whose method returns a number: arguments, then objects in the order in which they are met, each
/// with the fields that do not hold their default. Objects are numbered.
fn shape(method: &str, returned: i32, heap: HeapPolicy) -> String {
    let options = Options { criterion: Criterion::Paths, heap, ..Options::default() };
    let facts = explored_source("Shapes", SOURCE, method, &options);
    let outcome = Outcome::Returns(Some(Value::Int(returned)));
    let mut shapes: Vec<String> = facts.tests.iter().filter(|test| test.outcome == outcome).map(Shape::of).collect();
    // Of several paths to one number, the one with the least input.
    shapes.sort_by_key(|shape| (shape.len(), shape.clone()));
    shapes.first().unwrap_or_else(|| panic!("{method} does not return {returned}")).clone()
}

/// The objects of an input, as they are met.
struct Shape<'t> {
    test: &'t TestCase,
    met: Vec<ObjectId>,
}

impl<'t> Shape<'t> {
    fn of(test: &'t TestCase) -> String {
        let mut shape = Self { test, met: Vec::new() };
        let mut texts: Vec<String> = test
            .arguments
            .iter()
            .filter_map(|argument| Some(format!("{}={}", argument.name, shape.value(&argument.value)?)))
            .collect();
        let mut at = 0;
        while let Some(object) = shape.met.get(at).copied() {
            at += 1;
            let parts = shape.parts(object);
            texts.extend(parts.into_iter().map(|part| format!("{at}.{part}")));
        }
        texts.join(" ")
    }

    /// What an object holds, without defaults.
    fn parts(&mut self, object: ObjectId) -> Vec<String> {
        match &self.test.heap[&object].object {
            Object::Instance { fields } => {
                let fields = fields.iter().map(|(key, value)| (key.name.clone(), value));
                fields.filter_map(|(name, value)| Some(format!("{name}={}", self.value(value)?))).collect()
            }
            Object::Array { elements } => {
                let elements = elements.iter().enumerate();
                let mut parts = vec![format!("length={}", elements.len())];
                parts.extend(elements.filter_map(|(at, value)| Some(format!("[{at}]={}", self.value(value)?))));
                parts
            }
            other => vec![format!("{other:?}")],
        }
    }

    /// A value that is no default.
    fn value(&mut self, value: &Value) -> Option<String> {
        match value {
            Value::Null | Value::Int(0) => None,
            Value::Int(number) => Some(number.to_string()),
            Value::Ref(object) => {
                let met = self.met.iter().position(|known| known == object).unwrap_or_else(|| {
                    self.met.push(*object);
                    self.met.len() - 1
                });
                Some(format!("#{}", met + 1))
            }
            other => Some(format!("{other:?}")),
        }
    }
}

#[test]
fn references_name_one_object_only_where_the_path_needs_it() {
    for heap in [HeapPolicy::Solver, HeapPolicy::Lazy] {
        assert_eq!(shape("written", 0, heap), "", "{heap:?}");
        assert_eq!(shape("written", 1, heap), "x=#1 y=#1", "{heap:?}");
        assert_eq!(shape("written", 2, heap), "x=#1 y=#2", "{heap:?}");
    }
}

#[test]
fn what_the_path_does_not_follow_is_null() {
    let heap = HeapPolicy::Solver;
    assert_eq!(shape("chain", 2, heap), "x=#1 1.left=#2 2.left=#3");
    assert_eq!(shape("chain", 1, heap), "x=#1 1.left=#2 2.left=#3 3.value=7");
}

#[test]
fn what_is_reached_on_two_ways_is_one_object_only_where_the_path_needs_it() {
    let heap = HeapPolicy::Solver;
    assert_eq!(shape("diamond", 2, heap), "x=#1 1.left=#2 1.right=#3 2.left=#4 3.left=#5");
    let same = shape("diamond", 1, heap);
    assert!(same.matches('#').count() <= 5, "{same}");
    assert!(!same.contains("#5"), "{same}");
}

#[test]
fn arrays_are_no_longer_than_needed() {
    let heap = HeapPolicy::Solver;
    assert_eq!(shape("third", 0, heap), "all=#1 at=2 1.length=3 1.[2]=#2");
    // Of the other places, the one next to the boundary.
    assert_eq!(shape("third", 2, heap), "all=#1 at=1 1.length=3 1.[1]=#2 1.[2]=#3");
    assert_eq!(shape("third", 1, heap), "all=#1 at=1 1.length=3 1.[1]=#2 1.[2]=#2");
}
