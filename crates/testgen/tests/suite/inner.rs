//! Objects of inner classes.

use crate::kinds::SHAPES;
use crate::support::{Project, case, facts, object, to};
use clew_facts::Value;
use expect_test::expect;

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
            void newInner_depth4_isMade() {
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
