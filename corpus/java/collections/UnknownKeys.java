// Pins: texts that are not known as keys of hash tables. Which entry they find depends on their characters, never on their hash codes;
// the order of entries depends on the buckets.
package corpus.collections;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

public class UnknownKeys {
    public static String second(Map<String, List<String>> lists, String key) {
        List<String> found = lists.get(key);
        if (found == null || found.isEmpty()) {
            return ""; // expect: reached
        }
        return found.size() > 1 ? found.get(1) : found.get(0); // expect: true reached, false reached
    }

    public static boolean take(Map<String, Integer> stock, String item, int wanted) {
        int left = stock.getOrDefault(item, 0);
        if (left < wanted) {
            return false; // expect: reached
        }
        stock.put(item, left - wanted);
        return true; // expect: reached
    }

    public static int two(String first, String other) {
        Map<String, Integer> map = new HashMap<>();
        map.put(first, 1);
        map.put(other, 2);
        if (map.size() == 1) {
            if (!java.util.Objects.equals(first, other)) {
                return -1; // expect: unreachable(within)
            }
            return map.get(first) == 2 ? 1 : -1; // expect: true reached, false unreachable(within)
        }
        if (map.get(first) != 1 || map.get(other) != 2) {
            return -1; // expect: unreachable(within)
        }
        return 2; // expect: reached
    }

    public static int order(String first, String other) {
        Set<String> set = new HashSet<>();
        set.add(first);
        set.add(other);
        if (set.size() == 2 && set.iterator().next() == other) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    // "Aa" and "BB" have one hash code.
    public static int collide(String first) {
        Map<String, Integer> map = new HashMap<>();
        map.put("Aa", 1);
        map.put("BB", 2);
        map.put(first, 3);
        if (map.size() == 2) {
            return map.get("Aa") == 3 ? 1 : 2; // expect: true reached, false reached
        }
        return map.get("Aa") + map.get("BB") == 3 ? 3 : 4; // expect: true reached, false unreachable(within)
    }

    public static int codes(String first, String other) {
        Set<String> set = new HashSet<>();
        set.add(first);
        set.add(other);
        if (first != null && other != null && set.size() == 1) {
            return first.hashCode() == other.hashCode() ? 1 : 2; // expect: true reached, false unreachable(within)
        }
        return 0; // expect: reached
    }

    public static int nothing(String key) {
        Map<String, Integer> map = new HashMap<>();
        map.put(null, 1);
        map.put(key, 2);
        return map.size() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    public static int mixed(String key, Integer number) {
        Map<Object, Integer> map = new HashMap<>();
        map.put(number, 1);
        map.put(key, 2);
        if (map.size() == 1) {
            return key == null && number == null ? 1 : 2; // expect: true reached, false unreachable(within)
        }
        return 0; // expect: reached
    }

    public static boolean duplicate(List<String> words) {
        Set<String> seen = new HashSet<>();
        for (String word : words) {
            if (!seen.add(word)) {
                return true; // expect: reached
            }
        }
        return false; // expect: reached
    }

    public static int forget(Map<String, List<Integer>> map, String key, int value) {
        List<Integer> list = map.get(key);
        if (list == null) {
            return 0; // expect: reached
        }
        list.remove((Integer) value);
        if (list.isEmpty()) {
            map.remove(key);
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int merged(String first, String other) {
        Map<String, Integer> map = new HashMap<>();
        map.merge(first, 1, Integer::sum);
        map.merge(other, 1, Integer::sum);
        return map.get(first) == 2 ? 1 : 2; // expect: true reached, false reached
    }

    public static String computed(Map<String, String> cache, String key) {
        String value = cache.computeIfAbsent(key, name -> "of " + name);
        return value.startsWith("of") ? "new" : "old"; // expect: true reached, false reached
    }

    public static int removed(String first, String other) {
        Map<String, Integer> map = new HashMap<>();
        map.put(first, 1);
        map.remove(other);
        if (map.containsKey(other)) {
            return -1; // expect: unreachable(within)
        }
        return map.isEmpty() ? 1 : 2; // expect: true reached, false reached
    }

    public static int found(String first, String other) {
        Map<String, String> map = new HashMap<>();
        map.put(first, "old");
        String value = map.computeIfAbsent(other, name -> "new");
        if (value == null || map.size() > 2) {
            return -1; // expect: unreachable(within)
        }
        return value.equals("old") ? 1 : 2; // expect: true reached, false reached
    }

    // The function gets the key of the call, not the one of the map.
    public static int passed(String first, String other) {
        Map<String, String> map = new HashMap<>();
        map.put(first, null);
        String[] got = new String[1];
        map.computeIfAbsent(other, name -> {
            got[0] = name;
            return "x";
        });
        if (first != null && first.equals(other) && got[0] != other) {
            return -1; // expect: unreachable(within)
        }
        return got[0] == first ? 1 : 2; // expect: true reached, false reached
    }

    public static int evict(LinkedHashMap<String, Integer> recent, String key, int value) {
        recent.remove(key);
        recent.put(key, value);
        if (recent.size() > 1) {
            String eldest = recent.keySet().iterator().next();
            if (eldest == key) {
                return -1; // expect: unreachable(within)
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int concurrent(String first, String other) {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        map.put(first, 1);
        map.put(other, 2);
        return map.size() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    public static int old(String first, String other) {
        Map<String, Integer> map = new Hashtable<>();
        map.put(first, 1);
        map.put(other, 2);
        return map.size() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    public static List<String> both(Set<String> one, Set<String> other) {
        List<String> both = new ArrayList<>();
        for (String word : one) {
            if (other.contains(word)) {
                both.add(word); // expect: reached
            }
        }
        return both; // expect: reached
    }
}
