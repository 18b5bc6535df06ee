// Pins: List.of, Set.of and Map.of are followed; the order of the last two is the machine's own, so nothing is proved of it.
package corpus.library;

import java.util.List;
import java.util.Map;
import java.util.Set;

public class ImmutableLists {
    public static int list(int at) {
        List<Integer> numbers = List.of(3, 5, 7);
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        if (sum != 15) {
            return 0; // expect: unreachable
        }
        if (at < 0 || at > 2) {
            return -1; // expect: reached
        }
        return numbers.get(at); // expect: reached
    }

    public static int set() {
        if (Set.of("a", "b").contains("b")) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int map() {
        Integer number = Map.of("one", 1, "two", 2).get("two");
        if (number == null) {
            return 0; // expect: unreachable
        }
        return number; // expect: reached
    }

    public static int order() {
        int first = Set.of(1, 2).iterator().next();
        if (first == 1) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }
}
