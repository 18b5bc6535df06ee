// Pins: the names of classes as the source has them, of arrays, members, local and anonymous classes.
package corpus.everyday;

import java.util.Map;

public final class SourceNames {
    interface Event {
        default String label() {
            return getClass().getSimpleName();
        }
    }

    static final class Created implements Event {
    }

    static final class Deleted implements Event {
    }

    private SourceNames() {
    }

    static int kind(Event event) {
        if (event == null) {
            return 0; // expect: reached
        }
        switch (event.getClass().getSimpleName()) {
            case "Created":
                return event instanceof Deleted ? -1 : 1; // expect: true unreachable, false reached
            case "SourceNames$Deleted":
                return -2; // expect: unreachable
            default:
                return 2; // expect: reached
        }
    }

    static int members() {
        if (!Created.class.getCanonicalName().equals("corpus.everyday.SourceNames.Created")) {
            return -1; // expect: unreachable
        }
        if (!Map.Entry[].class.getSimpleName().equals("Entry[]")) {
            return -2; // expect: unreachable
        }
        if (!int[][].class.getTypeName().equals("int[][]") || !long.class.getSimpleName().equals("long")) {
            return -3; // expect: unreachable
        }
        if (!Created[].class.getTypeName().equals("corpus.everyday.SourceNames$Created[]")) {
            return -4; // expect: unreachable
        }
        return 1; // expect: reached
    }

    static int withoutName(boolean named) {
        class Local {
        }
        Object made = named ? new Local() : new Object() { };
        if (made.getClass().getCanonicalName() != null) {
            return -1; // expect: unreachable
        }
        if (new Local[0].getClass().getCanonicalName() != null) {
            return -2; // expect: unreachable
        }
        String name = made.getClass().getSimpleName();
        if (name.isEmpty()) {
            return named ? -3 : 0; // expect: true unreachable, false reached
        }
        return name.equals("Local") ? 1 : -4; // expect: true reached, false unreachable
    }

    static String message(Event event, String text) {
        String all = event.getClass().getSimpleName() + ": " + text;
        if (all.startsWith("Created: ")) {
            return "new"; // expect: reached
        }
        if (all.equals("Created")) {
            return "?"; // expect: unreachable
        }
        return all; // expect: reached
    }

    static int joined(String path) {
        if (path.startsWith("/")) {
            return 0; // expect: reached
        }
        String full = "/" + path;
        if (full.isEmpty() || full.charAt(0) != '/') {
            return -1; // expect: unreachable
        }
        return full.length() == 3 ? 1 : 2; // expect: true reached, false reached
    }
}
