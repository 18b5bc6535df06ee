// open
// clew: --budget 1s
// Pins: lists of the input in loops and streams, and lists that a method makes itself.
package corpus.everyday;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class Lists {
    private Lists() {
    }

    static int total(List<Integer> amounts) {
        if (amounts == null || amounts.isEmpty()) {
            return 0; // expect: reached
        }
        int sum = 0;
        for (int amount : amounts) {
            if (amount < 0) {
                throw new IllegalArgumentException("amount " + amount); // expect: reached
            }
            sum += amount;
        }
        if (sum == 10) {
            return 1; // expect: reached
        }
        return sum; // expect: reached
    }

    static List<String> longNames(List<String> names) {
        List<String> copy = new ArrayList<>(names);
        List<String> found = copy.stream().filter(n -> n.length() > 3).map(String::trim).collect(Collectors.toList());
        if (found.size() > copy.size()) {
            return null; // expect: unreachable
        }
        if (found.isEmpty()) {
            return Collections.emptyList(); // expect: reached
        }
        return found; // expect: reached
    }

    static int grouped(String a, String b) {
        Map<Integer, List<String>> byLength = Stream.of(a, b).collect(Collectors.groupingBy(String::length));
        if (byLength.isEmpty() || byLength.size() > 2) {
            return -1; // expect: unreachable
        }
        if (byLength.size() == 1) {
            if (a.length() != b.length()) {
                return -2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int distinct(int a, int b, int c) {
        Set<Integer> set = new LinkedHashSet<>(Arrays.asList(a, b, c));
        if (set.size() == 1) {
            if (a != c) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return set.size() == 2 ? 2 : 3; // expect: true reached, false reached
    }

    static int sorted(int a, int b) {
        List<Integer> numbers = new ArrayList<>(List.of(a, b));
        Collections.sort(numbers);
        if (numbers.get(0) > numbers.get(1)) {
            return -1; // expect: unreachable
        }
        if (numbers.get(0) != a) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int dropped(List<String> words) {
        List<String> kept = new ArrayList<>(words);
        for (Iterator<String> each = kept.iterator(); each.hasNext();) {
            if (each.next().isEmpty()) {
                each.remove(); // expect: reached
            }
        }
        if (kept.contains("")) {
            return -1; // expect: unreachable
        }
        return kept.size() < words.size() ? 1 : 0; // expect: true reached, false reached
    }

    static String longest(String a, String b) {
        List<String> words = Arrays.asList(a, b);
        String longest = Collections.max(words, Comparator.comparingInt(String::length));
        if (longest.length() < a.length()) {
            return null; // expect: unreachable
        }
        if (longest.equals("ab") && b.length() > 2) {
            return "?"; // expect: unreachable
        }
        return longest.isEmpty() ? "none" : longest; // expect: true reached, false reached
    }
}
