// The only class of an interface on the class path decides what a call does: from there on its object is of that class. Inside
// the method that the call selects, `instanceof` may not find that it is of another one, for which a test would have a stub.
package corpus.stubs;

public class OneImplementor {
    public interface Account {
        int number();
    }

    static class Numbered implements Account {
        final int number;

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Numbered && number > 5;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    static int itself(Account account) {
        if (account.number() == 3) {
            if (account.equals(account)) {
                return 1; // expect: unreachable(if closed_world)
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int another(Account account, Account other) {
        if (account.number() == 7) {
            if (account.equals(other)) {
                return 1; // expect: reached
            }
            return other == null ? 2 : other.number(); // expect: reached
        }
        return 3; // expect: reached
    }

    static int ofAny(Object account, Account other) {
        if (other.number() == 4) {
            if (other.equals(account)) {
                return 1; // expect: unreachable(if closed_world)
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
