// Pins: the second fraction example of the thesis (Figure 3.9): gcd by subtraction with a bounded number of rounds.
// clew: --loop-k 3
package corpus.thesis;

public class Subtractions {
    static class Arithmetics {
        static int abs(int x) { // expect: paths 2
            if (x >= 0) {
                return x; // expect: reached
            } else {
                return -x; // expect: reached
            }
        }

        static int gcd(int x, int y) {
            int i = 0;
            if (x == 0) {
                return abs(y); // expect: reached
            }
            while (y != 0 && i < 2) {
                if (x > y) { // expect: true reached, false reached
                    x = x - y; // expect: reached
                } else {
                    y = y - x; // expect: reached
                }
                if (i == 2) { // expect: true unreachable, false reached
                    return -1; // expect: unreachable
                }
                i++;
            }
            return abs(x); // expect: reached
        }
    }

    static class Rational {
        int num;
        int den;

        void simplify(int a, int b) {
            int gcd = Arithmetics.gcd(a, b);
            if (gcd != 0) { // expect: true reached, false reached
                num = num / gcd; // expect: reached; throws java.lang.ArithmeticException unreachable
                den = den / gcd; // expect: reached; throws java.lang.ArithmeticException unreachable
            }
        }

        static Rational[] simp(Rational[] rs) {
            Rational[] oldRs = new Rational[rs.length]; // expect: throws java.lang.NullPointerException reached
            for (int i = 0; i < rs.length; i++) {
                oldRs[i] = rs[i];
            }
            for (int i = 0; i < rs.length; i++) {
                rs[i].simplify(rs[i].num, rs[i].den); // expect: reached; throws java.lang.NullPointerException reached
            }
            return oldRs; // expect: reached
        }
    }
}
