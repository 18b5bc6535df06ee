// Pins: where two arguments are one object, as one Class is, a new object is still told from both.
package corpus.traps;

public class OneClassTwice {
    private static final class Made {
    }

    public static Object made(Class<?> one, Class<?> other) {
        if (one == null || other == null) {
            return null; // expect: reached
        }
        if (one.isInterface()) {
            return one;
        }
        return new Made(); // expect: reached
    }
}
