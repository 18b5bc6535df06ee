// One box in several places of the input, of a number that the JVM does not keep a box of.
package corpus.references;

import java.util.List;
import java.util.Map;
import java.util.Optional;

public class OneBox {
    record Pair(Double left, Double right) {
    }

    Long held;

    static int elements(Integer[] array) {
        if (array[0] == array[1] && array[0] > 200) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int listed(List<Character> list) {
        if (list.get(0) == list.get(1) && list.get(0) > 200) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int mapped(Map<String, Integer> map) {
        if (map.get("x") != null && map.get("x") == map.get("y") && map.get("x") > 200) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int components(Pair pair) {
        if (pair.left() == pair.right() && pair.left() > 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int fields(OneBox one, OneBox other) {
        if (one != other && one.held == other.held && one.held < -1000) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int optional(Optional<Short> one, Optional<Short> other) {
        if (one.get() == other.get() && one.get() > 1000) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
