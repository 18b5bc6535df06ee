package clew.replay;

import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What a test can change for the whole JVM and the next test must not see. */
final class Globals {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final Thread.UncaughtExceptionHandler handler =
            Thread.getDefaultUncaughtExceptionHandler();

    /** Puts all of it back as it was when this was made. */
    void restore() {
        System.setProperties(properties);
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault(zone);
        Thread.setDefaultUncaughtExceptionHandler(handler);
    }
}
