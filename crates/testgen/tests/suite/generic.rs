//! Tests of generic code have type arguments where these may be anything.

use crate::support::{Project, case, facts, object, text, to};
use clew_facts::Value;
use expect_test::expect;

const CRATE: &str = "package demo;
import java.util.List;
public class Crate<T> {
    private final T item;
    public Crate(T item) { this.item = item; }
    public T item() { return item; }
    public boolean isIn(List<? extends T> items) { return items != null && items.contains(item); }
    public static <A extends Comparable<A>> A max(Crate<A> one, A other) {
        return one.item.compareTo(other) < 0 ? other : one.item;
    }
    public static class Sealed<K> extends Crate<K> {
        public Sealed(K key) { super(key); }
    }
}";

#[test]
fn type_variables_are_what_bounds_them() {
    let project = Project::new(&[("demo/Crate.java", CRATE)]);
    let class = "demo.Crate";
    let item = || object(class, &[("item", "Ljava/lang/Object;", to(2))]);
    let case_of = |class: &str| case().this(1).before(1, class, item()).before(2, "java.lang.String", text("x"));
    let source = project.confirm(
        class,
        &[
            facts(class, "item", "()Ljava/lang/Object;", vec![case_of("demo.Crate$Sealed").returns(to(2))]),
            facts(
                class,
                "isIn",
                "(Ljava/util/List;)Z",
                vec![case_of(class).arg("items", "Ljava/util/List;", Value::Null).returns(Value::Boolean(false))],
            ),
            facts(
                class,
                "max",
                "(Ldemo/Crate;Ljava/lang/Comparable;)Ljava/lang/Comparable;",
                vec![
                    case()
                        .arg("one", "Ldemo/Crate;", to(1))
                        .arg("other", "Ljava/lang/Comparable;", to(2))
                        .before(1, class, item())
                        .before(2, "java.lang.String", text("x"))
                        .returns(to(2)),
                ],
            ),
        ],
    );
    expect![[r#"
        package demo;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertFalse;
        import static org.junit.jupiter.api.Assertions.assertSame;

        import java.util.List;
        import org.junit.jupiter.api.Test;

        /** Tests of demo.Crate, made by Clew and replayed on a JVM. */
        @SuppressWarnings({"rawtypes", "unchecked"})
        class CrateClewTest {
            @Test
            void item_thisItemX_returnsX() {
                Crate.Sealed<Object> crate = new Crate.Sealed<>("x");

                Object result = crate.item();

                assertEquals("x", result);
            }

            @Test
            void isIn_thisItemX_itemsNull_returnsFalse() {
                Crate<Object> crate = new Crate<>("x");
                List<Object> items = null;

                boolean result = crate.isIn(items);

                assertFalse(result);
            }

            @Test
            void max_otherX_returnsOther() {
                String other = "x";
                Crate one = new Crate(other);

                Comparable result = Crate.max(one, other);

                assertSame(other, result);
            }
        }
    "#]]
    .assert_eq(&source);
}
