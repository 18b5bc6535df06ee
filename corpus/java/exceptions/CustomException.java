// Pins: own exception classes with fields, checked ones too.
package corpus.exceptions;

public class CustomException {
    static class Limit extends Exception {
        final int by;

        Limit(int by) {
            super("limit");
            this.by = by;
        }
    }

    static void check(int x) throws Limit {
        if (x > 100) {
            throw new Limit(x - 100);
        }
    }

    public static int use(int x) {
        try {
            check(x);
            return 0; // expect: reached
        } catch (Limit limit) {
            if (limit.by <= 0) {
                return 1; // expect: unreachable(strict)
            }
            if (limit.by == 5) {
                return 2; // expect: reached
            }
            return 3; // expect: reached
        }
    }

    public static int declared(int x) throws Limit { // expect: raises corpus.exceptions.CustomException$Limit
        check(x);
        if (x > 100) {
            return 1; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }
}
