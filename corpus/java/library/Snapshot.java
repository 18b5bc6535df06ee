// What initializers of the JDK leave that cannot be followed: several JVMs have told it.
package corpus.library;

import java.text.MessageFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import java.util.TimeZone;

public class Snapshot {
    static final Currency EURO = Currency.getInstance("EUR");
    static final TimeZone ZONE = TimeZone.getTimeZone("GMT+2");
    static final DateTimeFormatter DATE = DateTimeFormatter.ISO_LOCAL_DATE;

    static int digits(int x) {
        Currency yen = Currency.getInstance("JPY");
        if (yen.getDefaultFractionDigits() == 0) { // expect: true reached, false unreachable
            return x; // expect: reached
        }
        return -1; // expect: unreachable
    }

    static int euro(int x) {
        if (!EURO.getCurrencyCode().equals("EUR")) {
            return -1; // expect: unreachable(if initial_statics:java.util.Currency)
        }
        if (x > EURO.getDefaultFractionDigits()) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int noCurrency(String s) {
        Currency none = Currency.getInstance("XYZ1"); // expect: reached
        return none.getDefaultFractionDigits(); // expect: unreachable
    }

    static int offset(int x) {
        TimeZone zone = TimeZone.getTimeZone("GMT+2");
        if (zone.getRawOffset() == 7200000) { // expect: true reached, false unreachable
            return x; // expect: reached
        }
        return -1; // expect: unreachable
    }

    static int keptZone(int hours) {
        if (hours * 3600000L == ZONE.getRawOffset()) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int utc(int x) {
        TimeZone zone = TimeZone.getTimeZone("UTC");
        if (zone.getRawOffset() == 0) { // expect: true reached, false unreachable
            return x; // expect: reached
        }
        return -1; // expect: unreachable
    }

    static int isoDate(int x) {
        String text = LocalDate.of(2020, 1, 2).format(DATE);
        if (text.equals("2020-01-02")) {
            return x; // expect: reached
        }
        return -1; // expect: unreachable
    }

    static int instant(int x) {
        if (Instant.ofEpochSecond(0).toString().equals("1970-01-01T00:00:00Z")) {
            return x; // expect: reached
        }
        return -1; // expect: unreachable
    }

    /** Somebody may have made another zone the default one. */
    static int defaultZone(int x) {
        if (TimeZone.getDefault().getRawOffset() == 0) { // expect: true possible(strict), false possible(strict)
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    /** Each call gives a copy. */
    static int copies(int x) {
        if (TimeZone.getTimeZone("UTC") == TimeZone.getTimeZone("UTC")) {
            return 1; // expect: unreachable
        }
        return 2; // expect: reached
    }

    /** Two of one currency are one object, whether or not it was asked for before. */
    static int oneCurrency(int x) {
        if (Currency.getInstance("USD") == Currency.getInstance("USD")) {
            return 1; // expect: reached
        }
        return 2; // expect: possible
    }

    static int message(int x) {
        String text = new MessageFormat("a{0}", Locale.ROOT).format(new Object[] {"b"});
        return text.equals("ab") ? 1 : 2; // expect: true reached, false unreachable
    }

    /** Without static fields that take a part of the budget. */
    static final class Zones {
        static int region(int x) {
            ZoneId berlin = ZoneId.of("Europe/Berlin");
            ZonedDateTime noon = ZonedDateTime.of(2020, 7, 1, 12, 0, 0, 0, berlin);
            if (noon.getOffset().getTotalSeconds() == 7200) { // expect: true reached, false unreachable
                return x; // expect: reached
            }
            return -1; // expect: unreachable
        }
    }
}
