// open
// clew: --budget 1s
// Pins: fees, discounts, splits and interest with quotients and products of unknowns.
package corpus.everyday;

public final class Fees {
    private Fees() {
    }

    static int reduced(int cents, int percent) {
        if (cents < 0 || cents > 5_000_000 || percent < 0 || percent > 100) {
            throw new IllegalArgumentException("cents " + cents); // expect: reached
        }
        int off = (cents * percent + 50) / 100;
        if (off < 0 || off > cents) {
            return -1; // expect: unreachable
        }
        if (percent == 100 && off != cents) {
            return -2; // expect: unreachable
        }
        return cents - off; // expect: reached
    }

    static int capped(int cents) {
        if (cents <= 0) {
            return 0; // expect: reached
        }
        int fee = Math.min(2_500, 35 + cents / 40);
        if (fee < 35) {
            return -1; // expect: unreachable
        }
        if (fee == 2_500 && cents < 98_600) {
            return -2; // expect: unreachable
        }
        return fee; // expect: reached
    }

    static long[] split(long cents, int people) {
        if (cents < 0 || people < 1 || people > 1_000) {
            return null; // expect: reached
        }
        long each = cents / people;
        long more = cents - each * people;
        if (more < 0 || more >= people) {
            throw new IllegalStateException("more " + more); // expect: unreachable
        }
        long[] shares = {each + 1, each, more};
        if (shares[0] * shares[2] + shares[1] * (people - shares[2]) != cents) {
            return new long[0]; // expect: unreachable
        }
        return shares; // expect: reached
    }

    static int interest(int cents, int days) {
        if (cents < 0 || cents > 100_000_000 || days < 0 || days > 366) {
            return -1; // expect: reached
        }
        long interest = (long) cents * days * 4 / 36_500;
        if (interest > Integer.MAX_VALUE) {
            return -2; // expect: unreachable
        }
        if (interest > cents) {
            return -3; // expect: unreachable
        }
        return (int) interest; // expect: reached
    }

    static int gross(int net, boolean reduced) {
        if (net < 0 || net > 10_000_000) {
            throw new IllegalArgumentException("net"); // expect: reached
        }
        int rate = reduced ? 7 : 19;
        int gross = (net * (100 + rate) + 50) / 100;
        if (gross < net) {
            return -1; // expect: unreachable
        }
        if (gross > 2 * net + 1) {
            return -2; // expect: unreachable
        }
        if (reduced && gross == 1_070) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int rounded(int cents) {
        int rest = Math.floorMod(cents, 5);
        int rounded = rest < 3 ? Math.subtractExact(cents, rest) : Math.addExact(cents, 5 - rest);
        if (rounded % 5 != 0) {
            return -1; // expect: unreachable
        }
        if (Math.abs((long) rounded - cents) > 2) {
            return -2; // expect: unreachable
        }
        return rounded == 40 ? 1 : 0; // expect: true reached, false reached
    }
}
