package demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public class Prices {
    private final String name;
    private final List<String> notes = new ArrayList<>();

    public Prices(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name");
        }
        this.name = name;
    }

    public String summary() {
        return name + notes.size();
    }

    public static long sum(List<Integer> prices) {
        long sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }

    public static String label(Map<String, ? extends CharSequence> labels, String key) {
        CharSequence label = labels.get(key);
        return label != null ? "a label" : "none";
    }

    public static int depth(List<List<? extends Number>> rows) {
        return rows.isEmpty() ? 0 : 1;
    }

    public static <T> boolean isFirst(List<T> all, T one) {
        return !all.isEmpty() && all.get(0) == one;
    }

    public static boolean isOne(List<String> one, List<String> other) {
        return one != null && one == other;
    }

    public static Optional<String> code(int n) {
        return n > 3 ? Optional.of("long") : Optional.empty();
    }

    public static List<? extends Number> numbers(int n) {
        List<Integer> all = new ArrayList<>();
        all.add(n);
        return all;
    }

    public static boolean isLate(String text) {
        return !text.isBlank() && text.trim().length() == text.length();
    }
}
