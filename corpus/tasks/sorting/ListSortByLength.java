// A list sorted by length keeps equal lengths in the order of insertion.
// task: unsafe
// inputs: true
package tasks.sorting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tasks.Input;

public class ListSortByLength {
    public static void main(String[] args) {
        List<String> words = new ArrayList<>();
        words.add(Input.nextBoolean() ? "pear" : "kiwis");
        words.add("plum");
        words.add("fig");
        words.sort(Comparator.comparingInt(String::length));
        assert words.get(1).equals("plum");
    }
}
