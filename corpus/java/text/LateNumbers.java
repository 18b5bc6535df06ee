// Pins: the text of a float or a long is put together where somebody looks into it.
package corpus.text;

import java.util.ArrayList;
import java.util.List;

public class LateNumbers {
    private LateNumbers() {
    }

    public static List<String> kept(double price, float share) {
        List<String> texts = new ArrayList<>();
        texts.add(Double.toString(price));
        texts.add(String.valueOf(share));
        if (price > 9.5 && share == 0.25f) {
            texts.add("dear"); // expect: reached
        }
        return texts; // expect: reached
    }

    public static int looked(double number) {
        String text = Double.toString(number);
        if (text.equals("NaN")) {
            return number == number ? 1 : 2; // expect: true impossible, false reached
        }
        if (text.equals("12.0")) {
            return number == 12 ? 3 : 4; // expect: true reached, false impossible
        }
        if (text.equals("-0.0")) {
            return number < 0 ? 5 : 6; // expect: true impossible, false reached
        }
        if (text.equals("-Infinity")) {
            return 7; // expect: reached
        }
        return 8; // expect: reached
    }

    public static int ofFloat(float number) {
        String text = Float.toString(number);
        if (number == 9999999f) {
            return text.equals("9999999.0") ? 1 : 2; // expect: true reached, false impossible
        }
        if (number == 10000000f) {
            return text.equals("1.0E7") ? 3 : 4; // expect: true possible(strict), false impossible
        }
        if (number == -0.0f) {
            boolean isZero = text.equals("-0.0") | text.equals("0.0");
            return isZero ? 5 : 6; // expect: true reached, false impossible
        }
        return text.isEmpty() ? 7 : 8; // expect: true possible, false reached
    }

    public static int joined(double number) {
        String text = "is " + number;
        if (text.equals("is 3.0")) {
            return number == 3 ? 1 : 2; // expect: true reached, false impossible
        }
        return text.length() > 2 ? 3 : 4; // expect: true reached, false possible
    }

    public static int whole(int number) {
        String text = Double.toString(number);
        if (number > -5 && number < 10) {
            return text.length() <= 4 ? 1 : 2; // expect: true reached, false impossible
        }
        return 3; // expect: reached
    }

    public static String appended(double price, StringBuilder line) {
        line.append(price).append(" EUR");
        if (price > 100) {
            return line.toString(); // expect: reached
        }
        return ""; // expect: reached
    }

    public static int ofLong(long number) {
        String text = Long.toString(number);
        if (text.equals("-120")) {
            return number == -120 ? 1 : 2; // expect: true reached, false impossible
        }
        if (number == 1L << 40) {
            return text.equals("1099511627776") ? 3 : 4; // expect: true reached, false impossible
        }
        return 5; // expect: reached
    }

    public static List<String> ofMany(long number, List<String> to) {
        to.add(Long.toString(number));
        to.add("at " + number);
        if (number > 1000000000000L) {
            to.add("late"); // expect: reached
        }
        return to; // expect: reached
    }

    public static int again(double number) {
        String one = Double.toString(number);
        String other = Double.toString(number);
        if (one == other) {
            return number == number ? 1 : 2; // expect: true possible, false possible
        }
        return 4; // expect: possible
    }
}
