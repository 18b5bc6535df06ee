// Pins: a call with a variable number of arguments makes an array of them, or passes one on.
package corpus.calls;

public class VarargsCalls {
    static int count(int... numbers) {
        return numbers.length; // expect: reached; throws java.lang.NullPointerException reached
    }

    static int sum(int first, int... rest) {
        int sum = first;
        for (int number : rest) { // expect: throws java.lang.NullPointerException reached
            sum += number;
        }
        return sum; // expect: reached
    }

    public static int counts(int a) {
        if (count() != 0 || count(a, a) != 2) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int passed(int[] given) {
        if (count(given) == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int summed(int a, int b) {
        if (sum(a, b, 3) == 33 && a > b) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int overloaded(Object one) {
        return 1; // expect: reached
    }

    static int overloaded(Object... many) {
        return 2; // expect: reached
    }

    public static int which(String text) {
        if (overloaded(text) == 2) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
