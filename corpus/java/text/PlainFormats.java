// Pins: a format of plain conversions is put together at once; what is not known of it is the text of a symbolic value.
package corpus.text;

public class PlainFormats {
    public static int constant(boolean which) {
        String name = which ? "a" : null;
        String text = String.format("%s-%s%%", name, 7);
        if (text.equals("a-7%")) {
            return 1; // expect: reached
        }
        if (text.equals("null-7%")) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable
    }

    public static int order() {
        if (String.format("%2$s%s%<s%s", 'x', true).equals("truexxtrue")) {
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    public static String symbolic(int number) {
        String text = String.format("no %d of %s", number, number);
        if (number > 5) {
            return text; // expect: reached
        }
        return null; // expect: reached
    }

    public static String missing(int number) { // expect: raises java.util.MissingFormatArgumentException
        if (number == 3) {
            return String.format("%s %s", number); // expect: reached
        }
        return null; // expect: reached
    }

    public static String wrong(Object given) { // expect: raises java.util.IllegalFormatConversionException
        if (given instanceof String) {
            return String.format("%d", given); // expect: reached
        }
        return null; // expect: reached
    }
}
