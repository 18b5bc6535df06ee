package clew.replay;

import java.util.Locale;
import java.util.TimeZone;
import java.util.function.Supplier;

/** What a test finds otherwise on another machine: it is set for a run and put back behind it. */
final class Surroundings {
    /** A language with rules of its own for the letter i, and with digits of its own. */
    private static final String LOCALE = "tr-TR-u-nu-arab";

    /** A zone whose offset is no whole number of hours. */
    private static final String ZONE = "Asia/Kolkata";

    private Surroundings() {}

    /** Runs something while these are otherwise: {@code locale} and {@code zone}, a line each. */
    static <T> T within(String otherwise, Supplier<T> run) {
        if (otherwise.isEmpty()) {
            return run.get();
        }
        Globals usual = new Globals();
        try {
            for (String line : Fields.lines(otherwise)) {
                if (line.equals("locale")) {
                    Locale.setDefault(Locale.forLanguageTag(LOCALE));
                } else if (line.equals("zone")) {
                    TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
                }
            }
            return run.get();
        } finally {
            usual.restore();
        }
    }
}
