// Pins: without a bound of the user's, more rounds are followed where goals need them.
// clew: --without-engine path-condition
package corpus.loops;

import java.util.regex.Pattern;

public class Deeper {
    private static final Pattern DIGITS = Pattern.compile("\\d{4}");

    public static int digits(int number) {
        int digits = 0;
        for (int rest = number; rest > 0; rest /= 10) {
            digits++;
        }
        if (digits > 10) {
            return -1; // expect: unreachable
        }
        return digits == 7 ? 70 : digits; // expect: true reached, false reached
    }

    public static int total(int[] parts) {
        int total = 0;
        for (int part : parts) {
            if (part < 0) {
                return -1; // expect: reached
            }
            total += part;
        }
        return parts.length == 5 && total == 100 ? 1 : 0; // expect: true reached, false reached
    }

    public static boolean isPin(String text) {
        if (!DIGITS.matcher(text).matches()) {
            return false; // expect: reached
        }
        return true; // expect: reached
    }
}
