//! Objects that constructors and setters make.

use crate::support::{Project, case, facts, object, text, to};
use clew_facts::{Object, Value};
use expect_test::expect;

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
            void owner_thisOwnerAdaL_thisOpenTrue_returnsAdaL() {
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
