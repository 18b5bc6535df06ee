package clew.replay;

import java.lang.reflect.Method;
import java.text.DateFormatSymbols;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A method of the JDK that looks data of locales up, and the arguments with which it is called. What it returns depends on nothing
 * else but the installation and system properties.
 */
final class KnownCalls {
    /** The methods. */
    static final KnownCalls[] ALL = {
        new KnownCalls("sun.util.locale.provider.CalendarDataUtility", "retrieveFirstDayOfWeek", false),
        new KnownCalls("sun.util.locale.provider.CalendarDataUtility", "retrieveMinimalDaysInFirstWeek", false),
        new KnownCalls(DecimalFormatSymbols.class.getName(), "getInstance", false),
        new KnownCalls(DateFormatSymbols.class.getName(), "getInstance", false),
        new KnownCalls(NumberFormat.class.getName(), "getInstance", true),
    };

    private static final Locale[] LOCALES = {
        Locale.ROOT,
        Locale.ENGLISH,
        Locale.US,
        Locale.UK,
        Locale.GERMAN,
        Locale.GERMANY,
        new Locale("de", "AT"),
        new Locale("de", "CH"),
        Locale.FRENCH,
        Locale.FRANCE,
        Locale.ITALY,
        new Locale("es", "ES"),
        Locale.JAPAN,
    };

    /** How many styles of formats for numbers there are that are told by a number. */
    private static final int STYLES = 5;

    private final String owner;
    private final String name;
    private final boolean hasStyle;

    private KnownCalls(String owner, String name, boolean hasStyle) {
        this.owner = owner;
        this.name = name;
        this.hasStyle = hasStyle;
    }

    Method method() throws ReflectiveOperationException {
        Class<?> type = Class.forName(owner);
        if (!hasStyle) {
            return type.getDeclaredMethod(name, Locale.class);
        }
        return type.getDeclaredMethod(name, Locale.class, Class.forName("java.text.NumberFormat$Style"), int.class);
    }

    /** The arguments by their names: the parts of the locale and, after a slash, the style. */
    Map<String, Object[]> arguments() {
        Map<String, Object[]> all = new LinkedHashMap<>();
        for (Locale locale : LOCALES) {
            String key = locale.getLanguage() + '_' + locale.getScript() + '_' + locale.getCountry() + '_' + locale.getVariant();
            if (!hasStyle) {
                all.put(key, new Object[] {locale});
                continue;
            }
            for (int style = 0; style < STYLES; style++) {
                all.put(key + '/' + style, new Object[] {locale, null, style});
            }
        }
        return all;
    }
}
