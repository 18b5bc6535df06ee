package clew.replay;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;
import java.util.UUID;
import java.util.regex.Pattern;

/** What other code may have done before: calls that fill what the JDK keeps, and set what everybody may set. */
final class WarmUp {
    private WarmUp() {}

    /** Does it. */
    static void run() {
        Locale[] locales = {Locale.ROOT, Locale.US, Locale.GERMANY, Locale.forLanguageTag("ar-EG-u-nu-arab")};
        for (Locale locale : locales) {
            Locale.setDefault(locale);
            NumberFormat.getInstance(locale).format(1234.5);
            NumberFormat.getCurrencyInstance(locale).format(1234.5);
            DateFormat.getDateTimeInstance(DateFormat.LONG, DateFormat.LONG, locale).format(new Date());
            new DecimalFormat("#,##0.00").format(12.5);
            new SimpleDateFormat("EEEE, d MMMM yyyy HH:mm:ss zzzz", locale).format(new Date());
            Calendar.getInstance(locale).get(Calendar.WEEK_OF_YEAR);
            DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(locale).format(LocalDate.now());
            MessageFormat.format("{0,number} {1,date}", 1, new Date());
            String.format(locale, "%,d %.2f %tF", 12345, 1.5, new Date());
        }
        for (String zone : new String[] {"UTC", "Europe/Berlin", "America/New_York", "GMT+2", "EST"}) {
            TimeZone.getTimeZone(zone).getOffset(System.currentTimeMillis());
            TimeZone.getTimeZone(zone).getDisplayName();
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            new GregorianCalendar(2020, Calendar.JULY, 1).getTime();
        }
        for (String zone : new String[] {"UTC", "Europe/Berlin", "Asia/Tokyo", "+02:00"}) {
            ZonedDateTime.now(ZoneId.of(zone)).format(DateTimeFormatter.ISO_ZONED_DATE_TIME);
            LocalDateTime.of(2020, 7, 1, 0, 0).atZone(ZoneId.of(zone)).toInstant();
        }
        for (String currency : new String[] {"EUR", "USD", "JPY"}) {
            Currency.getInstance(currency).getSymbol();
        }
        Currency.getAvailableCurrencies();
        ZoneId.getAvailableZoneIds();
        for (String charset : new String[] {"UTF-8", "ISO-8859-1", "UTF-16", "windows-1252"}) {
            "x".getBytes(Charset.forName(charset));
        }
        new Scanner("1 2,5 x\n").useLocale(Locale.ROOT).nextInt();
        Pattern.compile("\\p{Alpha}+(?<x>[a-z])\\d", Pattern.CASE_INSENSITIVE).matcher("ab1").matches();
        new BigDecimal("1.5").pow(3).toString();
        UUID.nameUUIDFromBytes(new byte[] {1}).toString();
    }
}
