// open
// clew: --budget 1s
// Pins: amounts of money, in cents and as BigDecimal.
package corpus.everyday;

import java.math.BigDecimal;
import java.math.RoundingMode;

public final class Money {
    private Money() {
    }

    static int price(int cents) {
        BigDecimal amount = BigDecimal.valueOf(cents, 2);
        if (amount.scale() != 2) {
            return -2; // expect: unreachable
        }
        if (amount.signum() < 0) {
            return -1; // expect: reached
        }
        if (amount.compareTo(BigDecimal.TEN) > 0) {
            if (cents <= 1000) {
                return -3; // expect: unreachable
            }
            return 2; // expect: reached
        }
        return 1; // expect: reached
    }

    static int tax(int cents) {
        if (cents < 0 || cents > 100000) {
            throw new IllegalArgumentException("cents " + cents); // expect: reached
        }
        BigDecimal net = BigDecimal.valueOf(cents, 2);
        BigDecimal gross = net.multiply(new BigDecimal("1.19")).setScale(2, RoundingMode.HALF_UP);
        if (gross.compareTo(net) < 0) {
            return -1; // expect: unreachable
        }
        if (gross.equals(new BigDecimal("11.90"))) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int share(long cents, int people) {
        if (people <= 0 || cents < 0) {
            throw new IllegalArgumentException("people " + people); // expect: reached
        }
        long each = cents / people;
        long rest = cents % people;
        if (rest >= people) {
            return -1; // expect: unreachable
        }
        if (each * people + rest != cents) {
            return -2; // expect: unreachable
        }
        return rest == 0 ? 1 : 0; // expect: true reached, false reached
    }

    static int discount(int percent, int cents) {
        if (percent < 0 || percent > 100 || cents < 0 || cents > 1_000_000) {
            throw new IllegalArgumentException(percent + "%"); // expect: reached
        }
        int off = cents * percent / 100;
        if (off > cents) {
            return -1; // expect: unreachable
        }
        if (off == cents && cents > 0) {
            return 1; // expect: reached
        }
        return cents - off; // expect: reached
    }

    static String text(int cents) {
        if (cents < 0) {
            return "-" + text(-(long) cents); // expect: reached
        }
        String text = text((long) cents);
        if (text.length() < 4) {
            return null; // expect: unreachable
        }
        return text; // expect: reached
    }

    private static String text(long cents) {
        return cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100;
    }

    static int parsed(String text) {
        BigDecimal amount;
        try {
            amount = new BigDecimal(text);
        } catch (NumberFormatException malformed) {
            return -1; // expect: reached
        }
        if (amount.signum() == 0 && amount.compareTo(BigDecimal.ZERO) != 0) {
            return -2; // expect: unreachable
        }
        return amount.equals(new BigDecimal("1.50")) ? 1 : 0; // expect: true reached, false reached
    }
}
