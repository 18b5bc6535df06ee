// Pins: default methods of interfaces: inherited, overridden, and chosen between two.
package corpus.calls;

public class DefaultMethods {
    interface Left {
        default int code() {
            return 1;
        }
    }

    interface Right {
        default int code() {
            return 2;
        }
    }

    static class OnlyLeft implements Left {
    }

    static class Both implements Left, Right {
        @Override
        public int code() {
            return Left.super.code() + 10 * Right.super.code();
        }
    }

    interface Deeper extends Left {
        @Override
        default int code() {
            return 3;
        }
    }

    static class MostSpecific extends OnlyLeft implements Deeper {
    }

    public static int use(Left left) {
        if (left == null) {
            return -1;
        }
        int code = left.code();
        if (code == 1) {
            return 1; // expect: reached
        }
        if (code == 21) {
            return 2; // expect: reached
        }
        if (code == 3) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }

    public static int specific() {
        Left left = new MostSpecific();
        if (left.code() == 3) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }
}
