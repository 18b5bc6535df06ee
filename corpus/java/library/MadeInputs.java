// Pins: inputs of the JDK's types are what a few public calls make, in tests and in proofs.
package corpus.library;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public class MadeInputs {
    public static int second(List<Integer> list) {
        if (list.size() == 2 && list.get(1) != null) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int many(ArrayList<String> list) {
        if (list.size() > 1000) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }

    public static int same(List<Object> one, List<Object> other) {
        if (one == other) {
            one.add(null);
            return other.isEmpty() ? 1 : 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int itself(List<Object> list) {
        if (!list.isEmpty() && list.get(0) == list) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int iterated(Iterator<String> words) {
        int count = 0;
        while (words.hasNext()) {
            if (words.next().length() == 2) {
                count++; // expect: reached
            }
        }
        return count;
    }

    public static int late(List<Object> list, Iterator<Object> iterator) {
        list.add("new");
        if (iterator.hasNext()) {
            iterator.next(); // expect: reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int total(Collection<Integer> numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum == 77 ? 1 : 0; // expect: reached
    }

    public static int looked(Map<Integer, String> map) {
        if (map.get(4) != null) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int first(TreeMap<Integer, String> map) {
        if (!map.isEmpty() && map.firstKey() > 100) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int inside(Optional<String> text) {
        if (text.isPresent() && text.get().length() == 3) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int moment(Date date) {
        return date.getTime() == 5 ? 1 : 0; // expect: reached
    }

    public static int number(BigInteger number) {
        return number.signum() < 0 ? 1 : 0; // expect: reached
    }

    public static int built(StringBuilder text) {
        return text.length() == 5 ? 1 : 0; // expect: reached
    }

    public static int spelled(CharSequence text) {
        return text.length() == 5 && text.charAt(2) == 'x' ? 1 : 0; // expect: reached
    }

    public static int place(Locale locale) {
        return locale.getLanguage().equals("de") ? 1 : 0; // expect: reached
    }

    public static int kind(Class<?> type) {
        if (type == MadeInputs.class) {
            return 1; // expect: reached
        }
        return type.isArray() ? 2 : 3; // expect: reached
    }

    private final List<String> names = new ArrayList<>();

    public boolean knows(String name) {
        for (String known : names) {
            if (known.equals(name)) {
                return true; // expect: reached
            }
        }
        return false; // expect: reached
    }
}
