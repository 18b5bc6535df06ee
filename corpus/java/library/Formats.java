// Data of locales, calendars and formats: several JVMs have told what the JDK looks up, and what hangs on the clock or on the
// environment is not known.
package corpus.library;

import java.text.DateFormatSymbols;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;

public final class Formats {
    private Formats() {
    }

    static int decimal(int x) {
        DecimalFormat format = new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.US));
        return format.format(1234.5).equals("1,234.50") ? x : -1; // expect: true reached, false unreachable
    }

    static int number(int x) {
        NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        return format.format(12).equals("12") ? x : -1; // expect: true reached, false unreachable
    }

    static int money(int x) {
        String text = NumberFormat.getCurrencyInstance(Locale.US).format(5);
        return text.equals("$5.00") ? x : -1; // expect: true reached, false unreachable
    }

    static int parsed(int x) throws ParseException {
        double value = NumberFormat.getInstance(Locale.GERMANY).parse("1.234,5").doubleValue();
        return value == 1234.5 ? x : -1; // expect: true reached, false unreachable
    }

    /** Each call gives an object of its own. */
    static int copies(int x) {
        DecimalFormatSymbols one = DecimalFormatSymbols.getInstance(Locale.US);
        DecimalFormatSymbols other = DecimalFormatSymbols.getInstance(Locale.US);
        one.setDecimalSeparator('!');
        if (one == other) {
            return 1; // expect: unreachable
        }
        if (other.getDecimalSeparator() == '!') {
            return 2; // expect: unreachable
        }
        return one.getDecimalSeparator() == '!' ? 3 : 4; // expect: true reached, false unreachable
    }

    static int months(int x) {
        String[] months = DateFormatSymbols.getInstance(Locale.ENGLISH).getMonths();
        return months[0].equals("January") ? x : -1; // expect: true reached, false unreachable
    }

    static int calendar(int x) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        calendar.setTimeInMillis(86400000L);
        return calendar.get(Calendar.DAY_OF_MONTH) == 2 ? x : -1; // expect: true reached, false unreachable
    }

    static int added(int x) {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("GMT"), Locale.US);
        calendar.setTimeInMillis(0);
        calendar.add(Calendar.DAY_OF_MONTH, 40);
        return calendar.get(Calendar.MONTH) == Calendar.FEBRUARY ? x : -1; // expect: true reached, false unreachable
    }

    static int set(int x) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        calendar.clear();
        calendar.set(2020, Calendar.JANUARY, 15);
        return calendar.get(Calendar.DAY_OF_WEEK) == Calendar.WEDNESDAY ? x : -1; // expect: true reached, false unreachable
    }

    /** The clock can show any year. */
    static int clock(int x) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.US);
        if (calendar.get(Calendar.DAY_OF_WEEK) == Calendar.SUNDAY) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int date(int x) {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format.format(new Date(0)).equals("1970-01-01") ? x : -1; // expect: true reached, false unreachable
    }

    /** The default locale writes numbers in its own way. */
    static int unknownLocale(double x) {
        String text = new DecimalFormat("0.0").format(1.5);
        if (text.equals("1,5")) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int words(int x) {
        Scanner scanner = new Scanner("a b");
        int count = 0;
        while (scanner.hasNext()) {
            scanner.next();
            count++;
        }
        return count == 2 ? x : -1; // expect: true reached, false unreachable
    }

    /** Somebody may have set it, or the default zone may have been asked for. */
    static int property(int x) {
        TimeZone.getDefault();
        if (System.getProperty("user.timezone") == null) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int checksum(int x) {
        java.util.zip.CRC32 sum = new java.util.zip.CRC32();
        sum.update(new byte[] {'1', '2', '3', '4', '5', '6', '7', '8', '9'});
        return sum.getValue() == 0xCBF43926L ? x : -1; // expect: true reached, false unreachable
    }
}
