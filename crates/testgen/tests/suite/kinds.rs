//! Inputs of every kind.

use crate::support::{Project, case, facts, field, ints, object, text, to};
use clew_facts::{Object, Value};
use expect_test::expect;

pub const SHAPES: &str = "package demo;
import java.util.List;
public class Shapes<T extends Comparable<T>> {
    static int calls = 3;
    private static long total;
    static final Object DEFAULT = new Object();
    private T item;
    T[] items;
    enum Color { RED, GREEN { int weight() { return 2; } }; int weight() { return 1; } }
    record Point(int x, int y) { }
    private static class Secret { int code; Secret other; }
    class Inner { int depth; Inner(int depth) { this.depth = depth; } Object outer() { return Shapes.this; } }
    static int weight(Color c) { return c.weight(); }
    static int dist(Point p) { return p.x() + p.y(); }
    static int code(Secret s) { return s.other.code; }
    static int count(int n) { calls += n; total += n; return calls; }
    static boolean isDefault(Object o) { return o == DEFAULT; }
    static int box(Integer i, Class<?> c) { return c == int.class ? i : -i; }
    static void swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; }
    static int[][] pair(int[] a) { return new int[][] { a, new int[] { 1, 2 } }; }
    static String join(String[] parts) { return parts[0] + parts[1]; }
    boolean holds(T other) { return item == other; }
    static Object pick(List<String> list, Object o) { return o; }
}";

#[test]
fn every_kind_of_input_can_be_built() {
    let project = Project::new(&[("demo/Shapes.java", SHAPES)]);
    let point = |x, y| object("demo.Shapes$Point", &[("x", "I", Value::Int(x)), ("y", "I", Value::Int(y))]);
    let secret = |code, other| {
        object("demo.Shapes$Secret", &[("code", "I", Value::Int(code)), ("other", "Ldemo/Shapes$Secret;", other)])
    };
    let class = "demo.Shapes";
    let source = project.confirm(
        class,
        &[
            facts(
                class,
                "weight",
                "(Ldemo/Shapes$Color;)I",
                vec![
                    case()
                        .arg("c", "Ldemo/Shapes$Color;", to(1))
                        .before(1, "demo.Shapes$Color$1", Object::EnumConstant("GREEN".into()))
                        .returns(Value::Int(2)),
                ],
            ),
            facts(
                class,
                "dist",
                "(Ldemo/Shapes$Point;)I",
                vec![
                    case()
                        .arg("p", "Ldemo/Shapes$Point;", to(1))
                        .before(1, "demo.Shapes$Point", point(2, -3))
                        .returns(Value::Int(-1)),
                ],
            ),
            facts(
                class,
                "code",
                "(Ldemo/Shapes$Secret;)I",
                vec![
                    case()
                        .arg("s", "Ldemo/Shapes$Secret;", to(1))
                        .before(1, "demo.Shapes$Secret", secret(0, to(2)))
                        .before(2, "demo.Shapes$Secret", secret(42, to(1)))
                        .returns(Value::Int(42)),
                ],
            ),
            facts(
                class,
                "count",
                "(I)I",
                vec![
                    case().int("n", 1).returns(Value::Int(4)),
                    case()
                        .int("n", 2)
                        .with_static(class, "calls", "I", Value::Int(-2))
                        .with_static(class, "total", "J", Value::Long(5))
                        .returns(Value::Int(0)),
                ],
            ),
            facts(
                class,
                "isDefault",
                "(Ljava/lang/Object;)Z",
                vec![
                    case()
                        .arg("o", "Ljava/lang/Object;", to(1))
                        .before(1, "java.lang.Object", Object::OfStatic(field(class, "DEFAULT", "Ljava/lang/Object;")))
                        .returns(Value::Boolean(true)),
                    case()
                        .arg("o", "Ljava/lang/Object;", to(1))
                        .before(1, "java.lang.Object", object("java.lang.Object", &[]))
                        .returns(Value::Boolean(false)),
                ],
            ),
            facts(
                class,
                "box",
                "(Ljava/lang/Integer;Ljava/lang/Class;)I",
                vec![
                    case()
                        .arg("i", "Ljava/lang/Integer;", to(1))
                        .arg("c", "Ljava/lang/Class;", to(2))
                        .before(1, "java.lang.Integer", Object::Boxed(Value::Int(1000)))
                        .before(2, "java.lang.Class", Object::Class("demo.Shapes$Secret".into()))
                        .returns(Value::Int(-1000)),
                    case()
                        .arg("i", "Ljava/lang/Integer;", to(1))
                        .arg("c", "Ljava/lang/Class;", to(2))
                        .before(1, "java.lang.Integer", Object::Boxed(Value::Int(1)))
                        .before(2, "java.lang.Class", Object::Class("int".into()))
                        .returns(Value::Int(1)),
                ],
            ),
            facts(
                class,
                "swap",
                "([III)V",
                vec![
                    case()
                        .arg("a", "[I", to(1))
                        .int("i", 0)
                        .int("j", 2)
                        .before(1, "[I", ints(&[1, 2, 3]))
                        .after(1, "[I", ints(&[3, 2, 1]))
                        .completes(),
                    case()
                        .arg("a", "[I", to(1))
                        .int("i", 99)
                        .int("j", 100)
                        .before(1, "[I", ints(&(0..100).map(|i| if i == 99 { 7 } else { 0 }).collect::<Vec<_>>()))
                        .throws("java.lang.ArrayIndexOutOfBoundsException"),
                ],
            ),
            facts(
                class,
                "pair",
                "([I)[[I",
                vec![
                    case()
                        .arg("a", "[I", to(1))
                        .before(1, "[I", ints(&[]))
                        .after(1, "[I", ints(&[]))
                        .after(2, "[[I", Object::Array { elements: vec![to(1), to(3)] })
                        .after(3, "[I", ints(&[1, 2]))
                        .returns(to(2)),
                ],
            ),
            facts(
                class,
                "join",
                "([Ljava/lang/String;)Ljava/lang/String;",
                vec![
                    case()
                        .arg("parts", "[Ljava/lang/String;", to(1))
                        .before(1, "[Ljava.lang.String;", Object::Array { elements: vec![to(2), to(2), Value::Null] })
                        .before(2, "java.lang.String", text("a\n"))
                        .after(3, "java.lang.String", text("a\na\n"))
                        .returns(to(3)),
                ],
            ),
            facts(
                class,
                "holds",
                "(Ljava/lang/Comparable;)Z",
                vec![
                    case()
                        .this(1)
                        .arg("other", "Ljava/lang/Comparable;", to(2))
                        .before(
                            1,
                            class,
                            object(
                                class,
                                &[
                                    ("item", "Ljava/lang/Comparable;", to(2)),
                                    ("items", "[Ljava/lang/Comparable;", to(3)),
                                ],
                            ),
                        )
                        .before(2, "java.lang.String", text("x"))
                        .before(3, "[Ljava.lang.String;", Object::Array { elements: vec![to(2)] })
                        .returns(Value::Boolean(true)),
                ],
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertArrayEquals;
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertSame;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.AfterEach;
        import org.junit.jupiter.api.BeforeEach;
        import org.junit.jupiter.api.Test;

        // Needs ClewHelpers.java, which is beside it.
        /** Tests of demo.Shapes, made by Clew and replayed on a JVM. */
        @SuppressWarnings({"rawtypes", "unchecked"})
        class ShapesClewTest {
            private int savedCalls;
            private Object savedTotal;

            @BeforeEach
            void saveStatics() throws Exception {
                savedCalls = Shapes.calls;
                savedTotal = ClewHelpers.getField(Shapes.class, null, "total");
            }

            @AfterEach
            void restoreStatics() throws Exception {
                Shapes.calls = savedCalls;
                ClewHelpers.setField(Shapes.class, null, "total", savedTotal);
            }

            @Test
            void weight_cGREEN_returns2() {
                Shapes.Color c = Shapes.Color.GREEN;

                int result = Shapes.weight(c);

                assertEquals(2, result);
            }

            @Test
            void dist_returnsNegative1() {
                Shapes.Point p = new Shapes.Point(2, -3);

                int result = Shapes.dist(p);

                assertEquals(-1, result);
            }

            @Test
            void code_returns42() throws Throwable {
                // Reflection: no call was found that leads to this state of Secret.
                Object s = ClewHelpers.allocate(ClewHelpers.classNamed("demo.Shapes$Secret"));
                // Reflection: no call was found that leads to this state of Secret.
                Object sOther = ClewHelpers.allocate(ClewHelpers.classNamed("demo.Shapes$Secret"));
                ClewHelpers.setField(ClewHelpers.classNamed("demo.Shapes$Secret"), s, "other", sOther);
                ClewHelpers.setField(ClewHelpers.classNamed("demo.Shapes$Secret"), sOther, "code", 42);
                ClewHelpers.setField(ClewHelpers.classNamed("demo.Shapes$Secret"), sOther, "other", s);

                int result = (int) ClewHelpers.invoke(Shapes.class, null, "code", int.class,
                        new Class<?>[] {ClewHelpers.classNamed("demo.Shapes$Secret")},
                        new Object[] {s});

                assertEquals(42, result);
            }

            @Test
            void count_n1_returns4() {
                int n = 1;

                int result = Shapes.count(n);

                assertEquals(4, result);
            }

            @Test
            void count_n2_returns0() throws Throwable {
                int n = 2;
                Shapes.calls = -2;
                ClewHelpers.setField(Shapes.class, null, "total", 5L);

                int result = Shapes.count(n);

                assertEquals(0, result);
            }

            @Test
            void isDefault_oDEFAULT_returnsTrue() {
                Object o = Shapes.DEFAULT;

                boolean result = Shapes.isDefault(o);

                assertTrue(result);
            }

            @Test
            void isDefault_returnsFalse() {
                Object o = new Object();

                boolean result = Shapes.isDefault(o);

                assertFalse(result);
            }

            @Test
            void box_i1000_cClassSecret_returnsNegative1000() throws Throwable {
                Integer i = Integer.valueOf(1000);
                Class c = ClewHelpers.classNamed("demo.Shapes$Secret");

                int result = Shapes.box(i, c);

                assertEquals(-1000, result);
            }

            @Test
            void box_i1_cClassInt_returns1() {
                Integer i = Integer.valueOf(1);
                Class c = int.class;

                int result = Shapes.box(i, c);

                assertEquals(1, result);
            }

            @Test
            void swap_aLength3_i0_j2_returns() {
                int[] a = new int[] {1, 2, 3};
                int i = 0;
                int j = 2;

                Shapes.swap(a, i, j);

                assertArrayEquals(new int[] {3, 2, 1}, a);
            }

            @Test
            void swap_aLength100_i99_j100_throwsArrayIndexOutOfBounds() {
                int[] a = new int[100];
                a[99] = 7;
                int i = 99;
                int j = 100;

                assertThrows(ArrayIndexOutOfBoundsException.class, () -> Shapes.swap(a, i, j));
            }

            @Test
            void pair_aEmpty_returnsLength2() {
                int[] a = new int[0];

                int[][] result = Shapes.pair(a);

                assertEquals(int[][].class, result.getClass());
                assertEquals(2, result.length);
                assertSame(a, result[0]);
                assertArrayEquals(new int[] {1, 2}, result[1]);
            }

            @Test
            void join_partsLength3_returnsAA() {
                String[] parts = new String[3];
                parts[0] = "a\n";
                parts[1] = "a\n";

                String result = Shapes.join(parts);

                assertEquals("a\na\n", result);
            }

            @Test
            void holds_thisItemX_thisItemsLength1_otherX_returnsTrue() throws Throwable {
                // Reflection: no call was found that leads to this state of Shapes.
                Shapes shapes = new Shapes();
                String other = "x";
                String[] shapesItems = new String[1];
                ClewHelpers.setField(Shapes.class, shapes, "item", other);
                shapes.items = (Comparable[]) shapesItems;
                shapesItems[0] = other;

                boolean result = shapes.holds(other);

                assertTrue(result);
            }
        }
    "#]]
    .assert_eq(&source);
}
