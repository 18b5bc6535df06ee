package demo;

import java.util.Date;
import java.util.Locale;

/** What the default locale and the default time zone decide. */
public class Receipt {
    public enum Status { PAID, SHIPPED }

    /** The locale that was the default one when this class was initialized. */
    static final Locale HERE = Locale.getDefault();

    private String last = "";

    public static String price(int cents) {
        if (cents < 0) {
            throw new IllegalArgumentException("negative: " + cents);
        }
        return String.format("%d.%02d", cents / 100, cents % 100);
    }

    public static void refuse(Status status) {
        throw new IllegalStateException("order is " + status.name().toLowerCase());
    }

    public static int code(Status status) {
        return status.name().toLowerCase().equals("paid") ? 1 : 2;
    }

    public static String title() {
        return "TITLE".toLowerCase(HERE);
    }

    public static String fixed() {
        return "TITLE".toLowerCase(Locale.ROOT);
    }

    /** Three characters in every locale. */
    public static int width(int number) {
        return String.format("%03d", number).length() == 3 ? 1 : 2;
    }

    @SuppressWarnings("deprecation")
    public static int hour() {
        return new Date(0).getHours();
    }

    public void remember(Status status) {
        last = status.name().toLowerCase();
    }

    public String last() {
        return last;
    }
}
