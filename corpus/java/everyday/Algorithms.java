// open
// clew: --budget 1s
// Pins: small algorithms: search, sorting, greatest common divisor, powers, roman numbers.
package corpus.everyday;

public final class Algorithms {
    private Algorithms() {
    }

    static int search(int[] sorted, int key) {
        int low = 0;
        int high = sorted.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (middle < low || middle > high) {
                return -2; // expect: unreachable
            }
            if (sorted[middle] == key) {
                return middle; // expect: reached
            }
            if (sorted[middle] < key) {
                low = middle + 1; // expect: reached
            } else {
                high = middle - 1; // expect: reached
            }
        }
        return -1; // expect: reached
    }

    static int sorted(int a, int b, int c) {
        int[] numbers = {a, b, c};
        for (int i = 1; i < numbers.length; i++) {
            int value = numbers[i];
            int at = i;
            while (at > 0 && numbers[at - 1] > value) {
                numbers[at] = numbers[at - 1];
                at--;
            }
            numbers[at] = value;
        }
        if (numbers[0] > numbers[1] || numbers[1] > numbers[2]) {
            return -1; // expect: unreachable
        }
        if (numbers[0] == c && numbers[2] == a && a > c) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int divisor(int a, int b) {
        if (a <= 0 || b <= 0) {
            throw new IllegalArgumentException(a + ", " + b); // expect: reached
        }
        int x = a;
        int y = b;
        while (y != 0) {
            int rest = x % y;
            x = y;
            y = rest;
        }
        if (x <= 0 || x > b) {
            return -1; // expect: unreachable
        }
        if (x == 6) {
            return 6; // expect: reached
        }
        return x; // expect: reached
    }

    static String roman(int number) {
        if (number < 1 || number > 8) {
            throw new IllegalArgumentException("number " + number); // expect: reached
        }
        if (number == 4) {
            return "IV"; // expect: reached
        }
        StringBuilder text = new StringBuilder(number >= 5 ? "V" : "");
        text.append("I".repeat(number % 5));
        if (text.length() > 4 || text.length() == 0) {
            return null; // expect: unreachable
        }
        return text.toString(); // expect: reached
    }

    static int value(String roman) {
        int value = 0;
        for (int i = 0; i < roman.length(); i++) {
            switch (roman.charAt(i)) {
                case 'I' -> value += 1; // expect: reached
                case 'V' -> value += 5; // expect: reached
                case 'X' -> value += 10; // expect: reached
                default -> throw new IllegalArgumentException(roman); // expect: reached
            }
        }
        if (value == 0 && roman.length() == 1) {
            return -1; // expect: unreachable
        }
        return value == 15 ? 15 : 0; // expect: true reached, false reached
    }

    static int greatest(int[] values) {
        if (values == null || values.length == 0) {
            return -1; // expect: reached
        }
        int greatest = values[0];
        for (int value : values) {
            if (value > greatest) {
                greatest = value; // expect: reached
            }
        }
        if (greatest < values[0]) {
            return -2; // expect: unreachable
        }
        return greatest == 99 ? 1 : 0; // expect: true reached, false reached
    }

    static int bits(int mask) {
        int count = Integer.bitCount(mask);
        if (count < 0 || count > 32) {
            return -1; // expect: unreachable
        }
        if (count == 1 && mask > 0 && (mask & mask - 1) != 0) {
            return -2; // expect: unreachable
        }
        return count == 3 ? 3 : 0; // expect: true reached, false reached
    }
}
