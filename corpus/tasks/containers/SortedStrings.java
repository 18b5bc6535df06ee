// A sorted list of words begins with the first of the alphabet.
// task: safe
package tasks.containers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tasks.Input;

public class SortedStrings {
    public static void main(String[] args) {
        List<String> words = new ArrayList<>(List.of("pear", "fig"));
        words.add(Input.nextBoolean() ? "apple" : "quince");
        Collections.sort(words);
        assert words.get(0).equals("apple") || words.get(0).equals("fig");
    }
}
