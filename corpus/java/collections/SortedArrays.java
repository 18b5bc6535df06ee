// Pins: Arrays.sort, binarySearch, equals, asList and copyOf, run as the JDK's own code.
package corpus.collections;

import java.util.Arrays;

public class SortedArrays {
    public static int sorted(int a, int b) {
        int[] numbers = {a, 5, b};
        Arrays.sort(numbers);
        if (numbers[0] > numbers[1] || numbers[1] > numbers[2]) {
            return 1; // expect: unreachable
        }
        if (numbers[1] == 5) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int searched(int key) {
        int at = Arrays.binarySearch(new int[] {2, 4, 8}, key);
        if (at == 1) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (at < 0) { // expect: true reached, false reached
            return -1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int copied(int[] numbers) {
        int[] longer = Arrays.copyOf(numbers, 3);
        if (Arrays.equals(longer, new int[] {1, 2, 0})) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int listed(String text) {
        if (Arrays.asList("a", "b").contains(text)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
