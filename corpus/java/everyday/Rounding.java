// open
// clew: --budget 1s
// Pins: decisions on doubles: shares, means, pages, rounding.
package corpus.everyday;

public final class Rounding {
    private Rounding() {
    }

    static int grade(double points) {
        if (!(points >= 0 && points <= 100)) {
            throw new IllegalArgumentException("points " + points); // expect: reached
        }
        double share = points / 100;
        if (share > 1 || share != share) {
            return -1; // expect: unreachable
        }
        if (share >= 0.9) {
            return 1; // expect: reached
        }
        if (share >= 0.5) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int pages(int items, int size) {
        if (items < 0 || size <= 0) {
            return 0; // expect: reached
        }
        int pages = (int) Math.ceil((double) items / size);
        if (items > 0 && pages == 0) {
            return -1; // expect: unreachable
        }
        if (pages == 3) {
            return 3; // expect: reached
        }
        return pages; // expect: reached
    }

    static int floor(double x) {
        if (x < -1000 || x > 1000 || Double.isNaN(x)) {
            return 0; // expect: reached
        }
        int below = (int) Math.floor(x);
        if (below > x) {
            return -1; // expect: unreachable
        }
        if (below == x) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int mean(int a, int b) {
        double mean = (a + (double) b) / 2;
        if (mean > Math.max(a, b)) {
            return -1; // expect: unreachable
        }
        if (mean == 2.5) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int cents(double amount) {
        if (Double.isNaN(amount)) {
            return 0; // expect: reached
        }
        long cents = Math.round(amount * 100);
        if (amount > 0 && cents < 0) {
            return -1; // expect: unreachable
        }
        if (cents == 250) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int fahrenheit(int celsius) {
        if (celsius < -50 || celsius > 50) {
            throw new IllegalArgumentException(celsius + " degrees"); // expect: reached
        }
        int fahrenheit = celsius * 9 / 5 + 32;
        if (fahrenheit > 122 || fahrenheit < -58) {
            return -1; // expect: unreachable
        }
        if (fahrenheit == celsius) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
