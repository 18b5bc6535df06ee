//! Generated tests, compiled by javac and run on a JVM.
#![allow(clippy::unwrap_used)]

mod support;

use clew_facts::{Object, Value};
use expect_test::expect;
use support::{GCD, NODE, Project, case, facts, field, ints, object, text, to};

#[test]
fn static_methods_of_numbers_are_tested_as_a_person_would() {
    let project = Project::new(&[("demo/Fraction.java", GCD)]);
    let source = project.confirm(
        "demo.Fraction",
        &[
            facts(
                "demo.Fraction",
                "gcd",
                "(II)I",
                vec![
                    case().int("a", 4).int("b", 6).when("b != 0 && a % b == 4").returns(Value::Int(2)),
                    case().int("a", i32::MIN).int("b", 0).when("b == 0").returns(Value::Int(i32::MIN)),
                ],
            ),
            facts(
                "demo.Fraction",
                "divide",
                "(II)I",
                vec![case().int("a", -1).int("b", 0).throws("java.lang.ArithmeticException")],
            ),
            facts(
                "demo.Fraction",
                "isVowel",
                "(CBJ)Z",
                vec![
                    case()
                        .arg("c", "C", Value::Char(97))
                        .arg("b", "B", Value::Byte(-3))
                        .arg("l", "J", Value::Long(i64::MAX))
                        .returns(Value::Boolean(true)),
                    case()
                        .arg("c", "C", Value::Char(7))
                        .arg("b", "B", Value::Byte(0))
                        .arg("l", "J", Value::Long(0))
                        .returns(Value::Boolean(false)),
                ],
            ),
            facts(
                "demo.Fraction",
                "half",
                "(DF)D",
                [f64::NAN, -0.0, 3.0]
                    .iter()
                    .map(|d| {
                        case()
                            .arg("d", "D", Value::Double(d.to_bits()))
                            .arg("f", "F", Value::Float(0.1f32.to_bits()))
                            .returns(Value::Double((d / 2.0).to_bits()))
                    })
                    .collect(),
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Fraction, made by Clew and replayed on a JVM. */
        class FractionClewTest {
            // b != 0 && a % b == 4
            @Test
            void gcd_a4_b6_returns2() {
                int a = 4;
                int b = 6;

                int result = Fraction.gcd(a, b);

                assertEquals(2, result);
            }

            @Test
            void gcd_aMinValue_b0_returnsMinValue() {
                int a = Integer.MIN_VALUE;
                int b = 0;

                int result = Fraction.gcd(a, b);

                assertEquals(Integer.MIN_VALUE, result);
            }

            @Test
            void divide_aNegative1_b0_throwsArithmetic() {
                int a = -1;
                int b = 0;

                assertThrows(ArithmeticException.class, () -> Fraction.divide(a, b));
            }

            @Test
            void isVowel_cChara_bNegative3_lMaxValue_returnsTrue() {
                char c = 'a';
                byte b = -3;
                long l = Long.MAX_VALUE;

                boolean result = Fraction.isVowel(c, b, l);

                assertTrue(result);
            }

            @Test
            void isVowel_cChar0007_b0_l0_returnsFalse() {
                char c = '\u0007';
                byte b = 0;
                long l = 0L;

                boolean result = Fraction.isVowel(c, b, l);

                assertFalse(result);
            }

            @Test
            void half_dNaN_f0p1_returnsNaN() {
                double d = Double.NaN;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(Double.NaN, result);
            }

            @Test
            void half_dNegative0_f0p1_returnsNegative0() {
                double d = -0.0;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(-0.0, result);
            }

            @Test
            void half_d3_f0p1_returns1p5() {
                double d = 3.0;
                float f = 0.1f;

                double result = Fraction.half(d, f);

                assertEquals(1.5, result);
            }
        }
    "#]]
    .assert_eq(&source);
}

fn node(value: i32, next: Value) -> Object {
    object("demo.Node", &[("value", "I", Value::Int(value)), ("next", "Ldemo/Node;", next)])
}

#[test]
fn linked_objects_are_built_as_they_are_shared() {
    let project = Project::new(&[("demo/Node.java", NODE)]);
    let source = project.confirm(
        "demo.Node",
        &[
            facts(
                "demo.Node",
                "same",
                "(Ldemo/Node;Ldemo/Node;)Z",
                vec![
                    case()
                        .arg("a", "Ldemo/Node;", to(1))
                        .arg("b", "Ldemo/Node;", to(1))
                        .before(1, "demo.Node", node(0, Value::Null))
                        .returns(Value::Boolean(true)),
                    case()
                        .arg("a", "Ldemo/Node;", to(1))
                        .arg("b", "Ldemo/Node;", Value::Null)
                        .before(1, "demo.Node", node(3, Value::Null))
                        .returns(Value::Boolean(false)),
                ],
            ),
            facts(
                "demo.Node",
                "isCycle",
                "()Z",
                vec![
                    case()
                        .this(1)
                        .before(1, "demo.Node", node(0, to(2)))
                        .before(2, "demo.Node", node(7, to(1)))
                        .returns(Value::Boolean(true)),
                    case().this(1).before(1, "demo.Node", node(0, to(1))).returns(Value::Boolean(true)),
                ],
            ),
            facts(
                "demo.Node",
                "insertAfter",
                "(I)Ldemo/Node;",
                vec![
                    case()
                        .this(1)
                        .int("v", 5)
                        .before(1, "demo.Node", node(0, to(2)))
                        .before(2, "demo.Node", node(1, Value::Null))
                        .after(1, "demo.Node", node(0, to(3)))
                        .after(2, "demo.Node", node(1, Value::Null))
                        .after(3, "demo.Node", node(5, to(2)))
                        .returns(to(3)),
                ],
            ),
            facts(
                "demo.Node",
                "sum",
                "()I",
                vec![
                    case()
                        .this(1)
                        .before(1, "demo.Node", node(1, Value::Null))
                        .throws("java.lang.NullPointerException"),
                ],
            ),
            facts(
                "demo.Node",
                "<init>",
                "(I)V",
                vec![case().int("value", 9).after(1, "demo.Node", node(9, Value::Null)).returns(to(1))],
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertNull;
        import static org.junit.jupiter.api.Assertions.assertSame;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Node, made by Clew and replayed on a JVM. */
        class NodeClewTest {
            @Test
            void same_aNode_bSameAsA_returnsTrue() {
                Node a = new Node(0);

                boolean result = Node.same(a, a);

                assertTrue(result);
            }

            @Test
            void same_aNode_bNull_returnsFalse() {
                Node a = new Node(3);
                Node b = null;

                boolean result = Node.same(a, b);

                assertFalse(result);
            }

            @Test
            void isCycle_thisValue0_thisNextNode_returnsTrue() {
                Node node = new Node(0);
                Node nodeNext = new Node(7);
                node.next = nodeNext;
                nodeNext.next = node;

                boolean result = node.isCycle();

                assertTrue(result);
            }

            @Test
            void isCycle_thisValue0_thisNextNode_thisNextSameAsThis_returnsTrue() {
                Node node = new Node(0);
                node.next = node;

                boolean result = node.isCycle();

                assertTrue(result);
            }

            @Test
            void insertAfter_thisValue0_thisNextNode_v5_returnsNode() {
                Node node = new Node(0);
                Node nodeNext = new Node(1);
                node.next = nodeNext;
                int v = 5;

                Node result = node.insertAfter(v);

                assertEquals(5, result.value);
                assertSame(nodeNext, result.next);
                assertSame(result, node.next);
            }

            @Test
            void sum_thisValue1_thisNextNull_throwsNullPointer() {
                Node node = new Node(1);

                assertThrows(NullPointerException.class, () -> node.sum());
            }

            @Test
            void newNode_value9_isMade() {
                int value = 9;

                Node node = new Node(value);

                assertEquals(9, node.value);
                assertNull(node.next);
            }
        }
    "#]]
    .assert_eq(&source);
}

const ACCOUNT: &str = "package demo;
import java.util.Objects;
public class Account {
    private int balance;
    private String owner;
    private final int limit;
    private boolean open = true;
    private Account peer;
    private long secret;
    public Account(int limit) { if (limit < 0) throw new IllegalArgumentException(\"limit\"); this.limit = limit; }
    public void setBalance(int b) { balance = b; }
    public Account withOwner(String o) { owner = Objects.requireNonNull(o); return this; }
    public void close() { open = false; }
    public int getBalance() { return balance; }
    boolean draw(int amount) {
        if (!open || balance + limit < amount) return false;
        balance -= amount; secret++;
        return true;
    }
    String owner() { return owner; }
    private int hidden(Account other) { return other.balance; }
}";

fn account(fields: &[(&str, &str, Value)]) -> Object {
    object("demo.Account", fields)
}

#[test]
fn constructors_and_setters_come_before_reflection() {
    let project = Project::new(&[("demo/Account.java", ACCOUNT)]);
    let open = ("open", "Z", Value::Boolean(true));
    let source = project.confirm(
        "demo.Account",
        &[
            facts(
                "demo.Account",
                "draw",
                "(I)Z",
                vec![
                    case()
                        .this(1)
                        .int("amount", 3)
                        .before(
                            1,
                            "demo.Account",
                            account(&[("limit", "I", Value::Int(1)), ("balance", "I", Value::Int(4)), open.clone()]),
                        )
                        .after(
                            1,
                            "demo.Account",
                            account(&[
                                ("limit", "I", Value::Int(1)),
                                ("balance", "I", Value::Int(1)),
                                ("secret", "J", Value::Long(1)),
                                open.clone(),
                            ]),
                        )
                        .returns(Value::Boolean(true)),
                    // A state no constructor gives: a negative limit, closed.
                    case()
                        .this(1)
                        .int("amount", 0)
                        .before(1, "demo.Account", account(&[("limit", "I", Value::Int(-1))]))
                        .returns(Value::Boolean(false)),
                ],
            ),
            facts(
                "demo.Account",
                "owner",
                "()Ljava/lang/String;",
                vec![
                    case()
                        .this(1)
                        .before(1, "demo.Account", account(&[("owner", "Ljava/lang/String;", to(2)), open.clone()]))
                        .before(2, "java.lang.String", text("Ada \"L\""))
                        .returns(to(2)),
                ],
            ),
            facts(
                "demo.Account",
                "hidden",
                "(Ldemo/Account;)I",
                vec![
                    case()
                        .this(1)
                        .arg("other", "Ldemo/Account;", to(1))
                        .before(1, "demo.Account", account(&[("peer", "Ldemo/Account;", to(1)), open.clone()]))
                        .returns(Value::Int(0)),
                    case()
                        .this(1)
                        .arg("other", "Ldemo/Account;", Value::Null)
                        .before(1, "demo.Account", account(&[open]))
                        .throws("java.lang.NullPointerException"),
                ],
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertThrows;
        import static org.junit.jupiter.api.Assertions.assertTrue;

        import org.junit.jupiter.api.Test;

        // Needs ClewHelpers.java, which is beside it.
        /** Tests of demo.Account, made by Clew and replayed on a JVM. */
        class AccountClewTest {
            @Test
            void draw_thisLimit1_thisBalance4_amount3_returnsTrue() {
                Account account = new Account(1);
                account.setBalance(4);
                int amount = 3;

                boolean result = account.draw(amount);

                assertTrue(result);
                assertEquals(1, account.getBalance());
            }

            @Test
            void draw_thisLimitNegative1_amount0_returnsFalse() throws Throwable {
                // Reflection: no call was found that leads to this state of Account.
                Account account = (Account) ClewHelpers.allocate(Account.class);
                ClewHelpers.setField(Account.class, account, "limit", -1);
                int amount = 0;

                boolean result = account.draw(amount);

                assertFalse(result);
            }

            @Test
            void owner_thisOwnerLength7_thisOpenTrue_returnsLength7() {
                Account account = new Account(0);
                account.withOwner("Ada \"L\"");

                String result = account.owner();

                assertEquals("Ada \"L\"", result);
            }

            @Test
            void hidden_thisPeerAccount_thisOpenTrue_otherSameAsThis_returns0() throws Throwable {
                // Reflection: no call was found that leads to this state of Account.
                Account account = new Account(0);
                ClewHelpers.setField(Account.class, account, "peer", account);

                int result = (int) ClewHelpers.invoke(Account.class, account, "hidden", int.class,
                        new Class<?>[] {Account.class},
                        new Object[] {account});

                assertEquals(0, result);
            }

            @Test
            void hidden_thisOpenTrue_otherNull_throwsNullPointer() throws Throwable {
                Account account = new Account(0);
                Account other = null;

                assertThrows(NullPointerException.class, () -> ClewHelpers.invoke(Account.class, account, "hidden", int.class,
                        new Class<?>[] {Account.class},
                        new Object[] {other}));
            }
        }
    "#]].assert_eq(&source);
}

const SHAPES: &str = "package demo;
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

        import org.junit.jupiter.api.Test;

        // Needs ClewHelpers.java, which is beside it.
        /** Tests of demo.Shapes, made by Clew and replayed on a JVM. */
        @SuppressWarnings({"rawtypes", "unchecked"})
        class ShapesClewTest {
            @Test
            void weight_cGREEN_returns2() {
                Shapes.Color c = Shapes.Color.GREEN;

                int result = Shapes.weight(c);

                assertEquals(2, result);
            }

            @Test
            void dist_pPoint_returnsNegative1() {
                Shapes.Point p = new Shapes.Point(2, -3);

                int result = Shapes.dist(p);

                assertEquals(-1, result);
            }

            @Test
            void code_sSecret_returns42() throws Throwable {
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

                int savedCalls = Shapes.calls;
                Object savedTotal = ClewHelpers.getField(Shapes.class, null, "total");
                try {
                    Shapes.calls = -2;
                    ClewHelpers.setField(Shapes.class, null, "total", 5L);
                    int result = Shapes.count(n);

                    assertEquals(0, result);
                } finally {
                    ClewHelpers.setField(Shapes.class, null, "total", savedTotal);
                    Shapes.calls = savedCalls;
                }
            }

            @Test
            void isDefault_oDEFAULT_returnsTrue() {
                Object o = Shapes.DEFAULT;

                boolean result = Shapes.isDefault(o);

                assertTrue(result);
            }

            @Test
            void isDefault_oObject_returnsFalse() {
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
            void join_partsLength3_returnsLength4() {
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

#[test]
fn inner_classes_are_made_inside_their_outer_object() {
    let project = Project::new(&[("demo/Shapes.java", SHAPES)]);
    let class = "demo.Shapes$Inner";
    let inner = object(class, &[("depth", "I", Value::Int(4)), ("this$0", "Ldemo/Shapes;", to(2))]);
    let source = project.confirm(
        class,
        &[
            facts(
                class,
                "outer",
                "()Ljava/lang/Object;",
                vec![
                    case()
                        .this(1)
                        .before(1, class, inner.clone())
                        .before(2, "demo.Shapes", object("demo.Shapes", &[]))
                        .returns(to(2)),
                ],
            ),
            facts(
                class,
                "<init>",
                "(Ldemo/Shapes;I)V",
                vec![
                    case()
                        .arg("outer", "Ldemo/Shapes;", to(2))
                        .int("depth", 4)
                        .before(2, "demo.Shapes", object("demo.Shapes", &[]))
                        .after(1, class, inner)
                        .returns(to(1)),
                ],
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertSame;

        import org.junit.jupiter.api.Test;

        /** Tests of demo.Shapes$Inner, made by Clew and replayed on a JVM. */
        @SuppressWarnings({"rawtypes", "unchecked"})
        class Shapes_InnerClewTest {
            @Test
            void outer_thisDepth4_returnsShapes() {
                Shapes outer = new Shapes();
                Shapes.Inner inner = outer.new Inner(4);

                Object result = inner.outer();

                assertSame(outer, result);
            }

            @Test
            void newInner_outerShapes_depth4_isMade() {
                Shapes outer = new Shapes();
                int depth = 4;

                Shapes.Inner inner = outer.new Inner(depth);

                assertEquals(4, inner.depth);
                assertSame(outer, inner.outer());
            }
        }
    "#]]
    .assert_eq(&source);
}

#[test]
fn an_inner_object_without_an_outer_one_is_made_by_its_constructor_alone() {
    let project = Project::new(&[("demo/Shapes.java", SHAPES)]);
    let class = "demo.Shapes$Inner";
    let inner = object(class, &[("depth", "I", Value::Int(4)), ("this$0", "Ldemo/Shapes;", Value::Null)]);
    let case = case().arg("outer", "Ldemo/Shapes;", Value::Null).int("depth", 4).after(1, class, inner).returns(to(1));
    let source = project.confirm(class, &[facts(class, "<init>", "(Ldemo/Shapes;I)V", vec![case])]);
    assert!(source.contains("construct(Shapes.Inner.class,"), "{source}");
}
