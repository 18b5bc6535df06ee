//! Concrete runs as they are held against a JVM.

use crate::java::{compile, explored_source, open};
use clew_base::OrderedMap;
use clew_facts::{
    Argument, Call, HeapObject, InputsByCalls, Made, Maker, MethodKey, Object, ObjectId, Options, Outcome, TestCase,
    Value,
};
use clew_jvm::{MethodId, World};
use clew_symex::{ConcreteEnd, ConcreteRuns};

const SOURCE: &str = "
public class Kept {
    static final int[] TABLE = new int[100];
    static int calls;
    static {
        for (int i = 0; i < TABLE.length; i++) {
            TABLE[i] = i * i;
        }
    }
    private final int[] copy;
    Kept(int[] given) {
        if (given.length == 0) {
            throw new IllegalArgumentException();
        }
        copy = given.clone();
        given[0] = 0;
    }
    int first() {
        return copy[0];
    }
    static int square(int x) {
        calls++;
        return TABLE[x] + calls;
    }
}
";

fn method(world: &World, name: &str) -> MethodId {
    let class = world.class(world.load("Kept").expect("the class loads"));
    class.methods.iter().copied().find(|id| &*world.method(*id).name == name).expect("the method")
}

/// An object that keeps a copy of an array of these elements; the array has the number 1.
fn kept(elements: &[i32]) -> (Value, OrderedMap<ObjectId, HeapObject>) {
    let (object, array) = (ObjectId(0), ObjectId(1));
    let method = MethodKey::of_internal("Kept", "<init>", "([I)V");
    let first = Call::new(method, vec![Value::Ref(array)]);
    let made = Object::Made(Made { by: Maker::Constructor, first, then: Vec::new(), fields: OrderedMap::default() });
    let elements = elements.iter().copied().map(Value::Int).collect();
    let mut heap = OrderedMap::default();
    heap.insert(object, HeapObject { class: "Kept".to_owned(), object: made });
    heap.insert(array, HeapObject { class: "[I".to_owned(), object: Object::Array { elements } });
    (Value::Ref(object), heap)
}

#[test]
fn what_is_passed_to_a_constructor_is_there_before_it_runs() {
    let folder = compile(&[("Kept.java", SOURCE)]);
    let world = open(folder.path());
    let options = Options::default();
    let first = method(&world, "first");
    let mut runs = ConcreteRuns::new(&world, first, &options);
    let (receiver, heap) = kept(&[7, 8]);
    let end = runs.run(first, &TestCase::of_input(Some(receiver), Vec::new(), heap)).expect("it can be followed");
    let ConcreteEnd::Called { outcome, heap_after } = end else { panic!("the object can be made") };
    assert_eq!(outcome, Outcome::Returns(Some(Value::Int(7))));
    let elements = vec![Value::Int(0), Value::Int(8)];
    assert_eq!(heap_after[&ObjectId(1)].object, Object::Array { elements });
}

#[test]
fn a_constructor_that_throws_leaves_nothing_to_call() {
    let folder = compile(&[("Kept.java", SOURCE)]);
    let world = open(folder.path());
    let options = Options::default();
    let first = method(&world, "first");
    let (receiver, heap) = kept(&[]);
    let end = ConcreteRuns::new(&world, first, &options)
        .run(first, &TestCase::of_input(Some(receiver), Vec::new(), heap))
        .expect("it can be followed");
    assert_eq!(end, ConcreteEnd::Unmade("java.lang.IllegalArgumentException".to_owned()));
}

#[test]
fn runs_begin_with_initialized_classes_and_nothing_else_of_earlier_runs() {
    let folder = compile(&[("Kept.java", SOURCE)]);
    let world = open(folder.path());
    let square = method(&world, "square");
    // Enough for the call, and not for the table.
    let options = Options { rerun_steps: 100, ..Options::default() };
    let mut runs = ConcreteRuns::new(&world, square, &options);
    for x in [3, 3, 9] {
        let argument = Argument { name: "x".to_owned(), descriptor: "I".to_owned(), value: Value::Int(x) };
        let input = TestCase::of_input(None, vec![argument], OrderedMap::default());
        let end = runs.run(square, &input).expect("it can be followed");
        let ConcreteEnd::Called { outcome, .. } = end else { panic!("there is no object to make") };
        assert_eq!(outcome, Outcome::Returns(Some(Value::Int(x * x + 1))));
    }
}

const KINDS: &str = r#"
class Kinds {
    static int of(String name) {
        switch (name.toLowerCase().trim()) {
            case "sprint": return 1;
            case "distance": return 3;
            case "relay": return 2;
            default: throw new IllegalArgumentException(name);
        }
    }
}
"#;

/// No solver finds a text whose lower case, trimmed, is another one: the code names some to try.
#[test]
fn texts_that_the_code_names_are_tried() {
    let defaults = Options::default();
    let options = Options { inputs_by_calls: InputsByCalls::Package, solver_work: 100_000, ..defaults };
    let facts = explored_source("Kinds", KINDS, "of", &options);
    let returned = facts.tests.iter().filter(|test| matches!(test.outcome, Outcome::Returns(_))).count();
    assert_eq!(returned, 3, "{:?}", facts.tests);
}
