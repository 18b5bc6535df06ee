// Pins: a constant may be seen before it is set where the code before that calls methods that the program overrides.
package corpus.init;

public class SeenEarly {
    static final SeenEarly FIRST = new SeenEarly();

    final String text;

    SeenEarly() {
        text = super.toString();
    }

    @Override
    public int hashCode() {
        return length();
    }

    public static int length() {
        if (FIRST == null) {
            return 0; // expect: possible
        }
        return 1; // expect: reached
    }
}
