// What the tasks draw. Clew takes each call for an input (`--input-call tasks.Input#*`); a plain JVM takes the values of the
// system property `inputs`: `java -ea -Dinputs="3, -1" tasks.loops.Name`. A `char` is its number, `null` is no text.
package tasks;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

public final class Input {
    /** A class of its own, which is not initialized where calls are inputs. */
    private static final class Values {
        private static final Deque<String> LEFT =
                new ArrayDeque<>(Arrays.asList(System.getProperty("inputs", "").split(", ", -1)));
    }

    private Input() {}

    public static boolean nextBoolean() {
        return Boolean.parseBoolean(next());
    }

    public static byte nextByte() {
        return Byte.parseByte(next());
    }

    public static char nextChar() {
        return (char) Integer.parseInt(next());
    }

    public static short nextShort() {
        return Short.parseShort(next());
    }

    public static int nextInt() {
        return Integer.parseInt(next());
    }

    public static long nextLong() {
        return Long.parseLong(next());
    }

    public static float nextFloat() {
        return Float.parseFloat(next());
    }

    public static double nextDouble() {
        return Double.parseDouble(next());
    }

    /** Any text, or null. */
    public static String nextString() {
        String value = next();
        return value.equals("null") ? null : value;
    }

    private static String next() {
        return Values.LEFT.remove();
    }
}
