// open
// clew: --budget 1s
// Pins: addresses, checked by hand and by a regular expression.
package corpus.everyday;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class Emails {
    private static final Pattern MAIL = Pattern.compile("[a-z]+@[a-z]+\\.[a-z]{2,3}");
    private static final Pattern DIGITS = Pattern.compile("\\d{4}");

    private Emails() {
    }

    static boolean plausible(String mail) {
        if (mail == null || mail.isBlank()) {
            return false; // expect: reached
        }
        int at = mail.indexOf('@');
        if (at <= 0) {
            return false; // expect: reached
        }
        if (mail.indexOf('@', at + 1) >= 0) {
            return false; // expect: reached
        }
        int dot = mail.lastIndexOf('.');
        if (dot < at) {
            return false; // expect: reached
        }
        if (dot == at) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return dot < mail.length() - 1; // expect: reached
    }

    static int matched(String mail) {
        Matcher matcher = MAIL.matcher(mail);
        if (!matcher.matches()) {
            return 0; // expect: reached
        }
        if (mail.length() < 6) {
            return -1; // expect: unreachable
        }
        return 1; // expect: reached
    }

    static String domain(String mail) {
        if (!plausible(mail)) {
            throw new IllegalArgumentException(mail); // expect: reached
        }
        String domain = mail.substring(mail.indexOf('@') + 1);
        if (domain.isEmpty()) {
            return null; // expect: unreachable
        }
        if (domain.equals("x.de")) {
            return "x"; // expect: reached
        }
        return domain; // expect: reached
    }

    static int pin(String text) {
        if (text == null || !DIGITS.matcher(text).matches()) {
            return -1; // expect: reached
        }
        if (text.length() != 4) {
            return -2; // expect: unreachable
        }
        if (text.startsWith("00")) {
            return 0; // expect: reached
        }
        return 1; // expect: reached
    }

    static int word(String text) {
        if (text.matches("[a-c]*")) {
            return text.contains("d") ? 1 : 2; // expect: true unreachable, false reached
        }
        if (text.isEmpty()) {
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
