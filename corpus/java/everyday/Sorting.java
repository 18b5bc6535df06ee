// open
// clew: --budget 1s
// Pins: lists and arrays of boxes and texts are sorted by the library.
package corpus.everyday;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class Sorting {
    private Sorting() {
    }

    static int list(int a, int b, int c) {
        List<Integer> list = new ArrayList<>(List.of(a, b, c));
        Collections.sort(list);
        if (list.get(0) > list.get(2)) {
            return -1; // expect: unreachable
        }
        return list.get(1) == b ? 1 : 0; // expect: true reached, false reached
    }

    static int boxes(Integer a, Integer b) {
        Integer[] boxes = {a, b};
        Arrays.sort(boxes);
        if (boxes[0] > boxes[1]) {
            return -1; // expect: unreachable
        }
        return boxes[0].equals(boxes[1]) ? 1 : 0; // expect: true reached, false reached
    }

    static int down(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(a, b));
        list.sort(Comparator.reverseOrder());
        if (list.get(0) < a) {
            return -1; // expect: unreachable
        }
        return list.get(0) == 8 ? 1 : 0; // expect: true reached, false reached
    }

    static int texts(String a, String b) {
        String[] texts = {a, b};
        Arrays.sort(texts, Comparator.comparing(String::length));
        if (texts[0].length() > texts[1].length()) {
            return -1; // expect: unreachable
        }
        return texts[0] == b && a != b ? 1 : 0; // expect: reached
    }

    static int stream(int a, int b) {
        List<Integer> sorted = Stream.of(a, b).sorted().collect(Collectors.toList());
        if (sorted.size() != 2 || sorted.get(1) < sorted.get(0)) {
            return -1; // expect: unreachable
        }
        return sorted.get(0) == 3 ? 1 : 0; // expect: true reached, false reached
    }
}
