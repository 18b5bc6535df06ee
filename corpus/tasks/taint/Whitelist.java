// Only what is on a list of known words goes through.
// task: safe
package tasks.taint;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import tasks.Input;

public class Whitelist {
    public static void main(String[] args) {
        String raw = Input.nextString();
        Set<String> known = new HashSet<>(Arrays.asList("asc", "desc"));
        String order = known.contains(raw) ? raw : "asc";
        assert order.equals("asc") || order.equals("desc");
    }
}
