// open
// clew: --budget 1s
// Pins: brackets in tables of constants, and what is computed of them.
package corpus.everyday;

public final class TaxBrackets {
    private static final int[] LIMITS = {10_000, 20_000, 50_000};
    private static final int[] RATES = {0, 10, 25, 42};

    private TaxBrackets() {
    }

    static int rate(int income) {
        for (int i = 0; i < LIMITS.length; i++) {
            if (income <= LIMITS[i]) {
                return RATES[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable
            }
        }
        return RATES[LIMITS.length];
    }

    static int bracket(int income) {
        int bracket = 0;
        if (income > LIMITS[0]) {
            bracket++; // expect: reached
        }
        if (income > LIMITS[1]) {
            bracket++; // expect: reached
        }
        if (income > LIMITS[2] && bracket < 2) {
            return -1; // expect: unreachable
        }
        return RATES[bracket] == 10 ? 1 : 0; // expect: true reached, false reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable
    }

    static int tax(int income) {
        if (income < 0 || income > 1_000_000) {
            throw new IllegalArgumentException("income " + income); // expect: reached
        }
        int tax = 0;
        if (income > 20_000) {
            tax += (income - 20_000) * 25 / 100;
        }
        if (income > 10_000) {
            tax += (Math.min(income, 20_000) - 10_000) / 10;
        }
        if (tax < 0 || tax > income) {
            return -1; // expect: unreachable
        }
        if (tax == 1000) {
            return 1; // expect: reached
        }
        return tax; // expect: reached
    }

    static long net(long gross, int percent) {
        if (gross < 0 || gross > 1_000_000_000L || percent < 1 || percent > 50) {
            throw new IllegalArgumentException(gross + " " + percent); // expect: reached
        }
        long tax = gross * percent / 100;
        long net = gross - tax;
        if (net < tax) {
            return -1; // expect: unreachable
        }
        if (net == tax) {
            return percent < 50 && gross > 100 ? -2 : 0; // expect: reached
        }
        return net; // expect: reached
    }

    static int shipping(double kilos, boolean express) {
        int cents;
        if (kilos <= 0 || Double.isNaN(kilos)) {
            throw new IllegalArgumentException("weight " + kilos); // expect: reached
        } else if (kilos <= 1) {
            cents = 390;
        } else if (kilos <= 5) {
            cents = 590;
        } else {
            cents = 1290;
        }
        if (express) {
            cents += cents / 2;
        }
        if (cents == 390 && kilos > 1) {
            return -1; // expect: unreachable
        }
        if (cents > 1935) {
            return -2; // expect: unreachable
        }
        return cents == 885 ? 1 : 0; // expect: true reached, false reached
    }
}
