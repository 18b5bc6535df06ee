// Strings and boxes asked whether they equal any object: the library compares the references first, and that tells nothing.
package corpus.library;

import java.util.List;

public class EqualsOfAny {
    static int literal(Object other) {
        return "key".equals(other) ? 1 : 2; // expect: true reached, false reached
    }

    static int text(String text, Object other) {
        return text != null && text.length() == 1 && text.equals(other) ? 1 : 2; // expect: true reached, false reached
    }

    static int contained(List<Object> list) {
        return list.contains("q") ? 1 : 2; // expect: true reached, false reached
    }

    static int box(Object other) {
        return Integer.valueOf(7).equals(other) ? 1 : 2; // expect: true reached, false reached
    }

    static int identity(Object other) {
        if ("key".equals(other)) {
            return 0;
        }
        return other == "key" ? 1 : 2; // expect: true unreachable, false reached
    }
}
