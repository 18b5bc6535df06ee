// Pins: streams over small collections, run as the JDK's own code.
package corpus.collections;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class Streams {
    public static int summed(int a, int b) {
        int sum = IntStream.of(a, b, 1).sum();
        if (sum == 12) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int filtered(int a) {
        long count = Stream.of(a, 5, 7).filter(x -> x > 4).count();
        if (count == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (count == 2) { // expect: true reached, false unreachable
            return 2; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int listed(int a) {
        List<Integer> list = Stream.of(a, 2).map(x -> x * 10).collect(Collectors.toList());
        if (list.get(0) == 50) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return list.size(); // expect: reached
    }

    public static int ranged(int n) {
        int product = IntStream.rangeClosed(1, 3).map(x -> x * n).reduce(1, (x, y) -> x * y);
        if (product == 48) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
