package clew.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What a test can change for the whole JVM and the next test must not see. */
final class Globals {
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    // Asking for it may set a property.
    private final TimeZone zone = TimeZone.getDefault();
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Thread.UncaughtExceptionHandler handler =
            Thread.getDefaultUncaughtExceptionHandler();

    /**
     * What of it a test can put back itself and is not as it was when this was made: {@code locale}, the locales of a category
     * where they are another one's business, {@code zone}, {@code properties}.
     */
    List<String> changes() {
        List<String> changes = new ArrayList<>();
        boolean isMoved = !locale.equals(Locale.getDefault());
        if (isMoved) {
            changes.add("locale");
        }
        // Whoever puts the locale back puts those of the categories back that are the same.
        Locale expected = isMoved ? locale : null;
        addCategory(changes, "display", display, Locale.Category.DISPLAY, expected);
        addCategory(changes, "format", format, Locale.Category.FORMAT, expected);
        if (!zone.equals(TimeZone.getDefault())) {
            changes.add("zone");
        }
        if (!properties.equals(System.getProperties())) {
            changes.add("properties");
        }
        return changes;
    }

    private static void addCategory(
            List<String> changes, String name, Locale before, Locale.Category category, Locale expected) {
        Locale now = expected == null ? Locale.getDefault(category) : expected;
        if (!before.equals(now)) {
            changes.add(name);
        }
    }

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
