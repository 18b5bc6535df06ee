// open
// clew: --budget 1s
// Pins: texts of numbers and what they tell of the numbers.
package corpus.everyday;

public final class NumberTexts {
    private NumberTexts() {
    }

    static int length(int n) {
        String text = String.valueOf(n);
        if (text.length() == 3) {
            if (n > 999 || n < -99) {
                return -1; // expect: unreachable
            }
            return 3; // expect: reached
        }
        if (text.length() > 11) {
            return -2; // expect: unreachable
        }
        return text.length(); // expect: reached
    }

    static int label(int n) {
        if (("x" + n).equals("x42")) {
            if (n != 42) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        if (n == 42) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int hex(int n) {
        String text = Integer.toString(n, 16);
        if (text.equals("ff")) {
            return n == 255 ? 1 : 2; // expect: true reached, false unreachable
        }
        if (text.startsWith("-") && n >= 0) {
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int digitSum(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative: " + n); // expect: reached
        }
        int sum = 0;
        for (int rest = n; rest > 0; rest /= 10) {
            sum += rest % 10;
        }
        if (sum < 0) {
            return -1; // expect: unreachable
        }
        if (sum == 13) {
            return 13; // expect: reached
        }
        return sum; // expect: reached
    }

    static int backAndForth(int n) {
        int back = Integer.parseInt(Integer.toString(n));
        if (back != n) {
            return -1; // expect: unreachable
        }
        if (back == -17) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int palindrome(int n) {
        String text = String.valueOf(n);
        String reversed = new StringBuilder(text).reverse().toString();
        if (text.equals(reversed)) {
            if (n < 0) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int padded(int n) {
        if (n < 0 || n > 999) {
            return -1; // expect: reached
        }
        String text = String.format("%03d", n);
        if (text.length() != 3) {
            return -2; // expect: unreachable
        }
        return n == 7 ? 1 : 0; // expect: true reached, false reached
    }
}
