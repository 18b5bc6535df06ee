// Behind a loop of a hundred rounds: no bound on rounds gets there, and a summary of the loop does.
package corpus.loops;

public class SumOfHundred {
    public static int sum(int n) {
        int sum = 0;
        for (int i = 1; i <= n; i++) {
            sum += i;
        }
        if (sum == 5050) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int even(int n) {
        int i = 0;
        while (i < n) {
            i += 2;
        }
        if (i == 77) {
            return 1; // expect: unreachable(unconditional)
        }
        return i; // expect: reached
    }

    public static int scan(int[] numbers) {
        int i = 0;
        while (i < numbers.length && numbers[i] != 0) { // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(unconditional)
            i++;
        }
        if (i > numbers.length) {
            return 2; // expect: unreachable(unconditional)
        }
        if (i == 40) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
