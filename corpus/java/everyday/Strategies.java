// open
// clew: --budget 1s
// Pins: interfaces with several implementations: tariffs, visitors, listeners.
package corpus.everyday;

import java.util.ArrayList;
import java.util.List;

public final class Strategies {
    private Strategies() {
    }

    interface Tariff {
        int cost(int units);

        default boolean free() {
            return cost(1) == 0;
        }
    }

    static final class Flat implements Tariff {
        @Override
        public int cost(int units) {
            return units > 0 ? 500 : 0; // expect: true reached, false reached
        }
    }

    static final class Metered implements Tariff {
        private final int each;

        Metered(int each) {
            this.each = each < 1 ? 1 : each;
        }

        @Override
        public int cost(int units) {
            if (units <= 0) {
                return 0; // expect: reached
            }
            return Math.multiplyExact(units, each); // expect: reached
        }
    }

    interface Visitor<R> {
        R number(int value);

        R sum(Expression left, Expression right);
    }

    interface Expression {
        <R> R accept(Visitor<R> visitor);
    }

    static Expression number(int value) {
        return new Expression() {
            @Override
            public <R> R accept(Visitor<R> visitor) {
                return visitor.number(value); // expect: reached
            }
        };
    }

    static Expression sum(Expression left, Expression right) {
        return new Expression() {
            @Override
            public <R> R accept(Visitor<R> visitor) {
                return visitor.sum(left, right); // expect: reached
            }
        };
    }

    static final class Value implements Visitor<Integer> {
        @Override
        public Integer number(int value) {
            return value; // expect: reached
        }

        @Override
        public Integer sum(Expression left, Expression right) {
            return left.accept(this) + right.accept(this); // expect: reached
        }
    }

    static final class Account {
        private final List<String> log = new ArrayList<>();
        private int balance;

        void add(int cents) {
            balance += cents;
            log.add("added " + cents);
        }
    }

    static int bill(boolean flat, int each, int units) {
        Tariff tariff = flat ? new Flat() : new Metered(each);
        int cost = tariff.cost(units);
        if (tariff.free()) {
            return -1; // expect: unreachable
        }
        if (cost < 0) {
            return -2; // expect: unreachable
        }
        if (cost == 500 && !flat) {
            return 1; // expect: reached
        }
        return cost; // expect: reached
    }

    static int cheap(Tariff tariff) {
        if (tariff == null) {
            return -1; // expect: reached
        }
        if (tariff.free()) {
            return 0; // expect: possible
        }
        return tariff.cost(10) > 100 ? 2 : 1; // expect: true reached, false reached
    }

    static int evaluated(int a, int b) {
        Expression expression = sum(number(a), sum(number(b), number(1)));
        int value = expression.accept(new Value());
        if (value != a + b + 1) {
            return -1; // expect: unreachable
        }
        if (value == 10) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int logged(int cents) {
        Account account = new Account();
        account.add(cents);
        account.add(-cents);
        if (account.balance != 0 || account.log.size() != 2) {
            return -1; // expect: unreachable
        }
        if (account.log.get(0).equals("added 5")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
