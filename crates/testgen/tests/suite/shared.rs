//! Objects that share others.

use crate::support::{NODE, Project, case, facts, object, to};
use clew_facts::{Object, Value};
use expect_test::expect;

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
            void same_bSameAsA_returnsTrue() {
                Node a = new Node(0);

                boolean result = Node.same(a, a);

                assertTrue(result);
            }

            @Test
            void same_bNull_returnsFalse() {
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
