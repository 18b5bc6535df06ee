// Checks that abstract interpretation of the code shows never to fail, and traps beside them.
package corpus.arrays;

public class VerifiedBounds {
    int[] data;

    public static int total(int[] numbers) {
        int total = 0;
        for (int i = 0; i < numbers.length; i++) { // expect: throws java.lang.NullPointerException reached
            total += numbers[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(unconditional); throws java.lang.NullPointerException unreachable(unconditional)
        }
        return total; // expect: reached
    }

    public static int backwards(int[] numbers) {
        int total = 0;
        for (int i = numbers.length - 1; i >= 0; i--) {
            total = total * 31 + numbers[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(unconditional)
        }
        return total; // expect: reached
    }

    public static int table(int key) {
        int[] table = new int[256]; // expect: throws java.lang.NegativeArraySizeException unreachable(unconditional)
        return table[key & 0xff]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(unconditional)
    }

    public static int oneTooFar(int[] numbers) {
        int total = 0;
        for (int i = 0; i <= numbers.length; i++) {
            total += numbers[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
        }
        return total;
    }

    public static int middle(int[] numbers, int low, int high) {
        if (low < 0 || high >= numbers.length || low > high) {
            return 0; // expect: reached
        }
        return numbers[(low + high) / 2]; // expect: throws java.lang.ArrayIndexOutOfBoundsException possible
    }

    public static int remainder(int[] numbers, int key) {
        if (numbers.length == 0) {
            return 0; // expect: reached
        }
        return numbers[key % numbers.length]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
    }

    public int replaced() {
        int total = 0;
        for (int i = 0; i < data.length; i++) {
            replace(i);
            total += data[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
        }
        return total; // expect: reached
    }

    private void replace(int i) {
        if (i == 1) {
            data = new int[0];
        }
    }
}
