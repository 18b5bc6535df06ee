// Pins: a formatted text is put together where somebody looks into it, of the values and in the locale that it was made with.
package corpus.text;

import java.util.Locale;

public class LateFormats {
    private LateFormats() {
    }

    public static int looked(int number) {
        String text = String.format("no %d", number);
        return text.equals("no 7") ? 2 : 3; // expect: true reached, false reached
    }

    public static int changed() {
        Object[] values = {7};
        String text = String.format("%03d", values);
        values[0] = 1000000;
        if (text.length() != 3) {
            return 1; // expect: impossible
        }
        return 2; // expect: possible(strict)
    }

    public static int inArabic(int number) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            String text = String.format("%d", number);
            if (number == 5) {
                return text.equals("5") ? 1 : 2; // expect: true impossible, false possible(strict)
            }
            return 3; // expect: possible(strict)
        } finally {
            Locale.setDefault(before);
        }
    }

    public static int setLater() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        String text = String.format("%03d", 5);
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        boolean isRoot = text.equals("005");
        Locale.setDefault(before);
        return isRoot ? 1 : 2; // expect: true possible(strict), false impossible
    }

    public static String tooWide(long number) {
        String text = String.format("%5d|%-6s|%x", number, "a", number);
        if (number > 3) {
            return text; // expect: reached
        }
        return null; // expect: reached
    }

    public static String without(int number) { // expect: raises java.util.MissingFormatWidthException
        if (number > 3) {
            return String.format("%-d", number); // expect: reached
        }
        return null; // expect: reached
    }

    public static String both(int number) { // expect: raises java.util.IllegalFormatFlagsException
        if (number > 3) {
            return String.format("%-05d", number); // expect: reached
        }
        return null; // expect: reached
    }
}
