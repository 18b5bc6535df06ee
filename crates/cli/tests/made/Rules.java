package demo;

import java.util.*;

public class Rules {
    static List<String> broken(String word, int least) {
        List<String> found = new ArrayList<>();
        if (word.length() < least) {
            found.add("shorter than " + least);
        }
        if (word.indexOf('x') < 0) {
            found.add("no x");
        }
        return found;
    }

    static void keepPositive(List<Integer> numbers) {
        numbers.removeIf(number -> number <= 0);
    }

    static List<int[]> pairs(int first) {
        List<int[]> pairs = new LinkedList<>();
        pairs.add(new int[] {first, first + 1});
        return pairs;
    }

    static void greet(StringBuilder out, String name) {
        out.append("Hello ").append(name).append('!');
    }

    static void frame(java.io.OutputStream out, int payload) throws java.io.IOException {
        out.write(1);
        out.write(payload);
    }

    static Map<String, Boolean> flags(boolean on) {
        Map<String, Boolean> flags = new TreeMap<>();
        flags.put("on", on);
        flags.put("off", !on);
        return flags;
    }
}
