// Pins: a test that changes which object a static field names puts it back, because other tests rely on it.
package corpus.statics;

public class Default {
    static final class Style {
        int width;
    }

    private static Style style = new Style();
    private static Style lazy;

    public static Style get() {
        return style; // expect: reached
    }

    public static void set(Style given) {
        if (given == null) {
            throw new IllegalArgumentException(); // expect: reached
        }
        style = given; // expect: reached
    }

    public static Style first() {
        if (lazy == null) {
            lazy = new Style(); // expect: reached
        }
        return lazy; // expect: reached
    }
}
