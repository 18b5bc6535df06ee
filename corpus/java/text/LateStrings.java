// Pins: an object that was looked at as one of any class, and turns out to be a string, has its characters like any other.
// clew: --string-length 4
package corpus.text;

public class LateStrings {
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static int ordered(Comparable one, Comparable two) {
        if (one.compareTo(two) == 0) { // expect: true reached, false reached
            return one == two ? 1 : 2; // expect: true reached, false reached
        }
        return 3; // expect: reached
    }

    public static int ranked(Comparable<String> one, String two) {
        return one.compareTo(two) == 2 ? 1 : 0; // expect: true reached, false reached
    }

    public static int told(Object object) {
        String text = object.toString();
        return object instanceof String && text.length() == 3 ? 1 : 2; // expect: false reached
    }
}
