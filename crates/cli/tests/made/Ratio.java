package made;

/** A fraction that can be reduced, and code that copies and reduces many. */
final class Ratio {
    int n;
    int d;

    void reduce() {
        int divisor = Numbers.gcd(n, d);
        n = n / divisor;
        d = d / divisor;
    }

    Ratio[] reduceAll(Ratio[] all) {
        int length = all.length;
        Ratio[] before = new Ratio[length];
        Copies.copy(all, before, length);
        for (int i = 0; i < length; i++) {
            all[i].reduce();
        }
        return before;
    }
}

final class Numbers {
    static int magnitude(int x) {
        if (x >= 0) {
            return x;
        }
        return -x;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return magnitude(a);
    }
}

/** The behaviour that the table specifies for a native method. */
final class Copies {
    static void copy(Ratio[] from, Ratio[] to, int length) {
        if (length < 0) {
            throw new ArithmeticException();
        }
        for (int i = 0; i < length; i++) {
            to[i] = from[i];
        }
    }
}
