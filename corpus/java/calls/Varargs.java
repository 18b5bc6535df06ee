// Pins: a variable-arity call makes a fresh array of the right length.
package corpus.calls;

public class Varargs {
    static int total(int... numbers) {
        int sum = numbers.length * 1000;
        for (int n : numbers) {
            sum += n;
        }
        return sum;
    }

    public static int none() {
        if (total() == 0) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    public static int two(int a) {
        if (total(a, 5) == 2005 + a) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }
}
