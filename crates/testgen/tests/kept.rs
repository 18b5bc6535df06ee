//! Which generated tests are kept, and what is said of the others.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{HeapObject, Object, ObjectId, Outcome, Value};
use clew_testgen::{Inputs, Replay, SuiteOptions};
use expect_test::expect;
use support::{GCD, NODE, Project, case, facts, field, ints, object, to};

#[test]
fn what_the_jvm_contradicts_is_told_and_not_kept() {
    let project = Project::new(&[("demo/Fraction.java", GCD), ("demo/Node.java", NODE)]);
    let (report, source) = project.generate(
        "demo.Fraction",
        &[
            facts(
                "demo.Fraction",
                "gcd",
                "(II)I",
                vec![
                    case().int("a", 4).int("b", 6).returns(Value::Int(3)),
                    case().int("a", 4).int("b", 4).returns(Value::Int(4)),
                    case().int("a", 5).int("b", 0).throws("java.lang.ArithmeticException"),
                    case().int("a", 4).int("b", 4).returns(Value::Int(4)),
                ],
            ),
            facts(
                "demo.Fraction",
                "spin",
                "(I)V",
                vec![
                    case().int("n", 1).unpredicted(),
                    case().int("n", 2).completes(),
                    case().int("n", 0).unpredicted(),
                ],
            ),
            facts("demo.Fraction", "noise", "(I)J", vec![case().int("n", 1).unpredicted()]),
            facts("demo.Fraction", "toss", "(I)V", vec![case().int("n", 2).open()]),
            facts(
                "demo.Fraction",
                "divide",
                "(II)I",
                vec![case().int("a", 1).int("b", 0).unpredicted(), case().int("a", 9).int("b", 3).unpredicted()],
            ),
            facts("demo.Fraction", "gone", "(II)I", vec![case().int("a", 1).int("b", 0).unpredicted()]),
        ],
    );
    let shown: Vec<String> = report
        .tests
        .iter()
        .map(|test| format!("{}.{} {:?} {:?}", test.method, test.test, test.replay, test.outcome))
        .collect();
    expect![[r#"
        0.0 Mismatch { expected: "returns 3", actual: "returns 2" } Returns(Some(Int(3)))
        0.1 Confirmed Returns(Some(Int(4)))
        0.2 Mismatch { expected: "throws java.lang.ArithmeticException", actual: "returns 5" } Throws { class: "java.lang.ArithmeticException" }
        0.3 Confirmed Returns(Some(Int(4)))
        1.0 Timeout NotPredicted
        1.1 Timeout Returns(None)
        1.2 Confirmed Returns(None)
        2.0 Confirmed Returns(Some(Unknown))
        3.0 Confirmed Open
        4.0 Confirmed Throws { class: "java.lang.ArithmeticException" }
        4.1 Confirmed Returns(Some(Unknown))
        5.0 CannotBuild { reason: "there is no method demo.Fraction#gone(II)I" } NotPredicted"#]].assert_eq(&shown.join("\n"));
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertThrows;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Fraction, made by Clew and replayed on a JVM. */
        class FractionClewTest {
            @Test
            void gcd_a4_b4_returns4() {
                int a = 4;
                int b = 4;

                int result = Fraction.gcd(a, b);

                assertEquals(4, result);
            }

            @Test
            void spin_n0_returns() {
                int n = 0;

                Fraction.spin(n);
            }

            @Test
            void noise_n1_returns() {
                int n = 1;

                Fraction.noise(n);
            }

            @Test
            void toss_n2_runs() {
                int n = 2;

                try {
                    Fraction.toss(n);
                } catch (Throwable e) {
                    // How it ends hangs on what only the running machine knows; the test is for the way there.
                }
            }

            @Test
            void divide_a1_b0_throwsArithmetic() {
                int a = 1;
                int b = 0;

                assertThrows(ArithmeticException.class, () -> Fraction.divide(a, b));
            }

            @Test
            void divide_a9_b3_returns() {
                int a = 9;
                int b = 3;

                Fraction.divide(a, b);
            }
        }
    "#]]
    .assert_eq(&source);
    assert_eq!(report.tests[1].name, report.tests[3].name);
    assert_eq!(report.tests[9].outcome, Outcome::Throws { class: "java.lang.ArithmeticException".into() });
    assert!(matches!(report.tests[0].replay, Replay::Mismatch { .. }));
}

const COUNTER: &str = "package demo;
public class Counter {
    private int count;
    int limit;
    public Counter() { }
    public void setCount(int count) { if (count < 0) throw new IllegalArgumentException(); this.count = count; }
    public int left() { return limit - count; }
    private static final Counter HIDDEN = new Counter();
    static int limit(Counter c) { return c.limit; }
}";

#[test]
fn objects_are_made_by_the_public_interface_alone_where_that_is_asked_for() {
    let project = Project::new(&[("demo/Counter.java", COUNTER)]);
    let options = SuiteOptions { inputs: Inputs::Api, ..project.options() };
    let left = |count: i32, limit: i32| {
        let fields = [("count", "I", Value::Int(count)), ("limit", "I", Value::Int(limit))];
        let fields: Vec<_> =
            fields.into_iter().map(|(name, ty, value)| (field("demo.Counter", name, ty), value)).collect();
        let object = Object::Instance { fields: fields.into_iter().collect() };
        case().this(0).before(0, "demo.Counter", object).returns(Value::Int(limit - count))
    };
    let hidden = HeapObject {
        class: "demo.Counter".into(),
        object: Object::OfStatic(field("demo.Counter", "HIDDEN", "Ldemo/Counter;")),
    };
    let mut of_hidden = case().arg("c", "Ldemo/Counter;", to(0)).returns(Value::Int(0));
    of_hidden.heap.insert(ObjectId(0), hidden);
    let methods = [
        facts("demo.Counter", "left", "()I", vec![left(3, 0), left(-3, 0), left(0, 1)]),
        facts("demo.Counter", "limit", "(Ldemo/Counter;)I", vec![of_hidden]),
    ];
    let (report, source) = project.generate_with(options, "demo.Counter", &methods);
    let replays: Vec<String> = report.tests.iter().map(|test| format!("{:?}", test.replay)).collect();
    let none = "no public call was found that makes a demo.Counter in the state that is needed";
    let cannot = format!("CannotBuild {{ reason: \"{none}\" }}");
    let unread = "CannotBuild { reason: \"demo.Counter.HIDDEN cannot be read\" }".to_owned();
    assert_eq!(replays, ["Confirmed".to_owned(), cannot.clone(), cannot, unread]);
    assert!(source.contains("counter.setCount(3);"), "{source}");
    let (report, source) = project.generate("demo.Counter", &methods);
    assert!(report.tests.iter().all(|test| test.replay == Replay::Confirmed));
    assert!(source.contains("// Reflection: no call was found that leads to this state of Counter."), "{source}");
}

const HASHES: &str = "package demo;
public final class Hashes {
    static int place(Object o) { return System.identityHashCode(o) & 7; }
    static int order(Object a, Object b) {
        if (System.identityHashCode(a) == System.identityHashCode(b)) {
            return 0;
        }
        return 1;
    }
    private static final java.util.Set<Integer> SEEN = new java.util.HashSet<>();
    static void once(int n) {
        if (!SEEN.add(1)) {
            n++;
        }
    }
}";

#[test]
fn a_test_that_goes_several_ways_is_not_written() {
    let project = Project::new(&[("demo/Hashes.java", HASHES)]);
    let options = SuiteOptions { recorded: project.options().class_path, ..project.options() };
    let object = || object("java.lang.Object", &[]);
    let one = case().arg("o", "Ljava/lang/Object;", to(0)).before(0, "java.lang.Object", object()).open();
    let two = case()
        .arg("a", "Ljava/lang/Object;", to(0))
        .arg("b", "Ljava/lang/Object;", to(1))
        .before(0, "java.lang.Object", object())
        .before(1, "java.lang.Object", object())
        .open();
    let methods = [
        facts("demo.Hashes", "order", "(Ljava/lang/Object;Ljava/lang/Object;)I", vec![two]),
        facts("demo.Hashes", "place", "(Ljava/lang/Object;)I", vec![one]),
        facts("demo.Hashes", "once", "(I)V", vec![case().int("n", 1).open()]),
    ];
    let (report, source) = project.generate_with(options, "demo.Hashes", &methods);
    let replays: Vec<&Replay> = report.tests.iter().map(|test| &test.replay).collect();
    assert_eq!(replays, [&Replay::Unstable, &Replay::Confirmed, &Replay::Unstable]);
    assert!(!source.contains("Hashes.order("), "{source}");
    assert!(source.contains("Hashes.place("), "{source}");
}

#[test]
fn without_replay_tests_are_written_only() {
    let project = Project::new(&[("demo/Fraction.java", GCD)]);
    let methods = [facts("demo.Fraction", "gcd", "(II)I", vec![case().int("a", 4).int("b", 6).returns(Value::Int(3))])];
    // Neither a compiler nor a JVM is needed.
    let options = SuiteOptions { jdk_home: "/nowhere".into(), ..project.without_replay() };
    let (report, source) = project.generate_with(options, "demo.Fraction", &methods);
    assert_eq!(report.tests[0].replay, Replay::Skipped);
    assert!(source.contains("assertEquals(3, result);"));
}

const HARD: &str = "package demo;
import java.util.*;
public abstract sealed class Hard implements Comparator<String>, Runnable {
    static final class Easy extends Hard {
        Easy() { super(1); }
        public int compare(String one, String other) { return 0; }
        public void run() { }
    }
    final int size;
    protected Hard(int size) { this.size = size; }
    static int foo(int foo) { return foo; }
    static int sum(int[] a) { int s = 0; for (int x : a) s += x; return s; }
    static String name(Object o) { return String.valueOf(o); }
    static Runnable task() { return () -> { }; }
    static Object self(Object o) { return o; }
    static int grow(int n) { return new long[n].length; }
    static int depth(int n) { return 1 + depth(n + 1); }
    static <E extends Enum<E>> E first(Class<E> c) { return c.getEnumConstants()[0]; }
    static char[] chars(String s) { return s.toCharArray(); }
    static float third(float f) { return f / 3; }
    abstract static class Half { abstract int twice(); final int n; Half(int n) { this.n = n; } }
    public void run() { }
}";

#[test]
fn one_bad_test_never_loses_the_class() {
    let lower = "package demo; public class lower { static int m(int lower) { return lower; } }";
    let project = Project::new(&[("demo/Hard.java", HARD), ("demo/lower.java", lower)]);
    let class = "demo.Hard";
    let huge: Vec<i32> = (0..40_000).map(|i: i32| i.wrapping_mul(77_777)).collect();
    let sum = huge.iter().fold(0i32, |sum, x| sum.wrapping_add(*x));
    let (report, source) = project.generate(
        class,
        &[
            facts(
                class,
                "sum",
                "([I)I",
                vec![
                    case().arg("a", "[I", to(1)).before(1, "[I", ints(&huge)).returns(Value::Int(sum)),
                    case()
                        .arg("a", "[I", to(1))
                        .before(1, "[I", ints(&[5]))
                        .when("a[0] == '\\u' // */")
                        .returns(Value::Int(5)),
                ],
            ),
            facts(
                class,
                "self",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                vec![
                    case()
                        .arg("o", "Ljava/lang/Object;", to(1))
                        .before(1, "demo.Missing", object("demo.Missing", &[]))
                        .returns(to(1)),
                    case()
                        .arg("o", "Ljava/lang/Object;", to(1))
                        .before(
                            1,
                            "java.util.ArrayList",
                            object("java.util.ArrayList", &[("size", "I", Value::Int(3))]),
                        )
                        .returns(to(1)),
                ],
            ),
            facts(class, "grow", "(I)I", vec![case().int("n", i32::MAX).returns(Value::Int(i32::MAX))]),
            facts(class, "depth", "(I)I", vec![case().int("n", 0).unpredicted()]),
            facts(
                class,
                "name",
                "(Ljava/lang/Object;)Ljava/lang/String;",
                vec![
                    case()
                        .arg("o", "Ljava/lang/Object;", to(1))
                        .before(1, "java.lang.Object", object("java.lang.Object", &[]))
                        .unpredicted(),
                ],
            ),
            facts(class, "task", "()Ljava/lang/Runnable;", vec![case().unpredicted()]),
            facts(
                class,
                "<init>",
                "(I)V",
                vec![
                    case()
                        .int("size", 3)
                        .after(1, class, object(class, &[("size", "I", Value::Int(3))]))
                        .returns(to(1)),
                ],
            ),
            facts(
                class,
                "first",
                "(Ljava/lang/Class;)Ljava/lang/Enum;",
                vec![
                    case()
                        .arg("c", "Ljava/lang/Class;", to(1))
                        .before(1, "java.lang.Class", Object::Class("java.lang.Thread$State".into()))
                        .unpredicted(),
                ],
            ),
            facts(
                class,
                "chars",
                "(Ljava/lang/String;)[C",
                vec![
                    case()
                        .arg("s", "Ljava/lang/String;", to(1))
                        .before(1, "java.lang.String", Object::String(vec![0xd800, 0x41, 0]))
                        .after(
                            2,
                            "[C",
                            Object::Array { elements: vec![Value::Char(0xd800), Value::Char(0x41), Value::Char(0)] },
                        )
                        .returns(to(2)),
                ],
            ),
            facts(class, "third", "(F)F", vec![case().arg("f", "F", Value::Float(1f32.to_bits())).unpredicted()]),
        ],
    );
    let shown: Vec<String> = report
        .tests
        .iter()
        .map(|test| format!("{}.{} {:?} {}", test.method, test.test, test.replay, test.name))
        .collect();
    expect![[r#"
        0.0 CannotBuild { reason: "the Java compiler refuses the test: code too large" } 
        0.1 Confirmed sum_aLength1_returns5
        1.0 CannotBuild { reason: "the class demo.Missing cannot be read" } 
        1.1 CannotBuild { reason: "no way to make a java.util.ArrayList whose field java.util.ArrayList.size holds the wanted value" } 
        2.0 CannotBuild { reason: "the virtual machine gives up: java.lang.OutOfMemoryError" } grow_nMaxValue_returnsMaxValue
        3.0 CannotBuild { reason: "the virtual machine gives up: java.lang.StackOverflowError" } 
        4.0 Confirmed name_returns
        5.0 Confirmed task_returns
        6.0 CannotBuild { reason: "the Java compiler refuses the test: anonymous classes must not extend sealed classes; by reflection, demo.Hard is abstract, and no subclass can be written here" } 
        7.0 Confirmed first_cClassState_returns
        8.0 Confirmed chars_sLength3_returnsLength3
        9.0 Confirmed third_f1_returns"#]].assert_eq(&shown.join("\n"));
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertArrayEquals;
        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Hard, made by Clew and replayed on a JVM. */
        @SuppressWarnings({"rawtypes", "unchecked"})
        class HardClewTest {
            // a[0] == '\\u' // */
            @Test
            void sum_aLength1_returns5() {
                int[] a = new int[] {5};

                int result = Hard.sum(a);

                assertEquals(5, result);
            }

            @Test
            void name_returns() {
                Object o = new Object();

                Hard.name(o);
            }

            @Test
            void task_returns() {
                Hard.task();
            }

            @Test
            void first_cClassState_returns() {
                Class c = Thread.State.class;

                Hard.first(c);
            }

            @Test
            void chars_sLength3_returnsLength3() {
                String s = "\ud800A\u0000";

                char[] result = Hard.chars(s);

                assertArrayEquals(new char[] {'\ud800', 'A', '\u0000'}, result);
            }

            @Test
            void third_f1_returns() {
                float f = 1.0f;

                Hard.third(f);
            }
        }
    "#]]
    .assert_eq(&source);

    let half = "demo.Hard$Half";
    let made = object(half, &[("n", "I", Value::Int(1))]);
    let source = project
        .confirm(half, &[facts(half, "<init>", "(I)V", vec![case().int("n", 1).after(1, half, made).returns(to(1))])]);
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Hard$Half, made by Clew and replayed on a JVM. */
        class Hard_HalfClewTest {
            @Test
            void newHalf_n1_isMade() {
                int n = 1;

                Hard.Half half = new Hard.Half(n) {
                    @Override
                    public int twice() {
                        throw new UnsupportedOperationException();
                    }
                };

                assertEquals(1, half.n);
            }
        }
    "#]]
    .assert_eq(&source);

    let source = project.confirm(
        "demo.lower",
        &[facts("demo.lower", "m", "(I)I", vec![case().int("lower", 1).returns(Value::Int(1))])],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;

        // Needs ClewHelpers.java, which is beside it.
        /** Tests of demo.lower, made by Clew and replayed on a JVM. */
        class lowerClewTest {
            @Test
            void m_lower1_returns1() throws Throwable {
                int lower = 1;

                int result = (int) ClewHelpers.invoke(ClewHelpers.classNamed("demo.lower"), null, "m", int.class,
                        new Class<?>[] {int.class},
                        new Object[] {lower});

                assertEquals(1, result);
            }
        }
    "#]]
    .assert_eq(&source);
}

#[test]
fn an_output_folder_that_cannot_be_written_is_an_error_and_leaves_nothing() {
    let project = Project::new(&[("demo/Fraction.java", GCD)]);
    let options = project.options();
    let out = options.out.clone().unwrap();
    std::fs::write(&out, "a file where the folder should be").unwrap();
    let mut suite = clew_testgen::Suite::new(options).unwrap();
    let methods = [facts("demo.Fraction", "gcd", "(II)I", vec![case().int("a", 4).int("b", 6).returns(Value::Int(2))])];
    let error = suite.process_class(&project.world, "demo.Fraction", &methods).unwrap_err();
    assert!(error.to_string().contains("choose another output folder"), "{error}");
    assert!(suite.process_class(&project.world, "demo.Gone", &methods).is_err());
}
