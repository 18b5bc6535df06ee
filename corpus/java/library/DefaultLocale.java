// Pins: the default locale may be any, one of the constants of its class among them, and its texts are interned.
package corpus.library;

import java.util.Locale;

public final class DefaultLocale {
    private DefaultLocale() {
    }

    static int isUs() {
        return Locale.getDefault().equals(Locale.US) ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int isEnglish() {
        return Locale.getDefault().equals(Locale.ENGLISH) ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int sameAsUs() {
        return Locale.getDefault() == Locale.US ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int sameAsEnglish() {
        return Locale.getDefault() == Locale.ENGLISH ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int sameCountry() {
        return Locale.getDefault().getCountry() == "US" ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int sameAsItself() {
        return Locale.getDefault() == Locale.getDefault() ? 1 : 0; // expect: true reached
    }

    static int isThere() {
        if (Locale.getDefault() == null) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int ofFormats() {
        Locale formats = Locale.getDefault(Locale.Category.FORMAT);
        if (formats == null) {
            return 1; // expect: unreachable
        }
        return formats.equals(Locale.US) ? 2 : 3; // expect: true possible(strict), false possible(strict)
    }

    static int oneForAll() {
        Locale formats = Locale.getDefault(Locale.Category.FORMAT);
        return formats == Locale.getDefault() ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }
}
