//! Stubs: what they leave out is a bound of every proof that meets one, and their calls are in the tests.

use crate::java::{compile, explored, line_goal, line_of, open};
use clew_facts::{HeapPolicy, Object, Outcome, Value, Verdict};
use clew_symex::Options;

const SOURCE: &str = "
class Uses {
    interface Source {
        int next();
    }

    abstract static class Cell implements Source {
        int kept;

        int both() {
            return kept + next();
        }
    }

    static int caught(Source source) {
        try {
            source.next();
        } catch (AssertionError e) {
            return 1; // thrown
        }
        return 0;
    }

    interface Failing {
        int ask() throws java.io.IOException, InterruptedException;
    }

    static int failed(Failing failing) throws java.io.IOException {
        try {
            return failing.ask();
        } catch (InterruptedException e) {
            return \"x\".equals(e.getMessage()) ? -1 : -2;
        }
    }

    static int changed(Cell cell) {
        int kept = cell.kept;
        cell.next();
        if (cell.kept != kept) {
            return 1; // other
        }
        return 0;
    }

    static int sum(Cell cell) {
        if (cell.kept == 40 && cell.both() == 42) {
            return 1; // sum
        }
        return 0;
    }

    static int untouched(Source source, int a) {
        if (a > 0 && a < 0) {
            return 1; // never
        }
        return 0;
    }
}
";

#[test]
fn what_a_stub_leaves_out_bounds_the_proof() {
    let folder = compile(&[("Uses.java", SOURCE)]);
    let world = open(folder.path());
    for heap in [HeapPolicy::Lazy, HeapPolicy::Solver] {
        let options = Options { heap, ..Options::default() };
        for (method, text, ty) in [("caught", "thrown", "Source"), ("changed", "other", "Cell")] {
            let facts = explored(&world, "Uses", method, &options);
            let Verdict::Unreachable(proof) = &line_goal(&facts, line_of(SOURCE, text)).verdict else {
                panic!("{method}: {:?}", line_goal(&facts, line_of(SOURCE, text)).verdict);
            };
            let assumptions: Vec<String> = proof.assumptions().map(ToString::to_string).collect();
            assert!(proof.is_bounded(), "{assumptions:?}");
            for stated in [format!("stub_inputs:Uses${ty}"), "stub:Uses$Source#next".to_owned()] {
                assert!(assumptions.contains(&stated), "{stated} is missing in {assumptions:?}");
            }
        }
        let facts = explored(&world, "Uses", "untouched", &options);
        let Verdict::Unreachable(proof) = &line_goal(&facts, line_of(SOURCE, "never")).verdict else {
            panic!("an object that nobody looks at decides nothing");
        };
        assert!(!proof.is_bounded(), "{proof:?}");
    }
}

#[test]
fn a_test_has_the_stub_and_what_it_returns() {
    let folder = compile(&[("Uses.java", SOURCE)]);
    let world = open(folder.path());
    for heap in [HeapPolicy::Lazy, HeapPolicy::Solver] {
        let facts = explored(&world, "Uses", "sum", &Options { heap, ..Options::default() });
        let returns_one = |outcome: &Outcome| *outcome == Outcome::Returns(Some(Value::Int(1)));
        let test = facts.tests.iter().find(|test| returns_one(&test.outcome)).expect("a test");
        let stub = test.heap.values().find(|object| object.class == "Uses$Cell").expect("the stub");
        assert!(matches!(&stub.object, Object::Instance { fields } if fields.values().eq([&Value::Int(40)])));
        let [call] = test.calls.as_slice() else { panic!("{:?}", test.calls) };
        assert_eq!((call.method.class.as_str(), call.returned.as_ref()), ("Uses$Source", Some(&Value::Int(2))));
    }
}

#[test]
fn a_stub_throws_what_its_method_declares() {
    let folder = compile(&[("Uses.java", SOURCE)]);
    let world = open(folder.path());
    for heap in [HeapPolicy::Lazy, HeapPolicy::Solver] {
        let facts = explored(&world, "Uses", "failed", &Options { heap, ..Options::default() });
        let thrown = |outcome: &Outcome| -> Vec<(String, String)> {
            let tests = facts.tests.iter().filter(|test| test.outcome == *outcome);
            let calls = tests.flat_map(|test| &test.calls).filter_map(|call| call.thrown.as_ref());
            calls.map(|made| (made.method.class.clone(), made.method.descriptor.clone())).collect()
        };
        let of = |class: &str, descriptor: &str| vec![(class.to_owned(), descriptor.to_owned())];
        for code in [-1, -2] {
            let caught = of("java.lang.InterruptedException", "(Ljava/lang/String;)V");
            assert_eq!(thrown(&Outcome::Returns(Some(Value::Int(code)))), caught, "{code}");
        }
        let class = "java.io.IOException".to_owned();
        assert_eq!(thrown(&Outcome::Throws { class }), of("java.io.IOException", "()V"));
        assert_eq!(facts.tests.iter().filter(|test| test.calls.len() == 1).count(), 4, "{:?}", facts.tests);
    }
}
