// Pins: the fraction example of the thesis (Figure 3.1): gcd by remainders, simplify, and simp over an array.
package corpus.thesis;

public class Fractions {
    static class Arithmetics {
        static int abs(int x) {
            if (x >= 0) { // expect: true reached, false reached
                return x; // expect: reached
            } else {
                return -x; // expect: reached
            }
        }

        static int gcd(int a, int b) {
            int res;
            while (b != 0) {
                res = a % b; // expect: reached; throws java.lang.ArithmeticException unreachable
                a = b;
                b = res;
            }
            return abs(a); // expect: reached
        }
    }

    static class Rational {
        int n;
        int d;

        void simplify() {
            int gcd = Arithmetics.gcd(n, d);
            n = n / gcd; // expect: reached; throws java.lang.ArithmeticException reached
            d = d / gcd; // expect: reached; throws java.lang.ArithmeticException unreachable
        }

        Rational[] simp(Rational[] rs) {
            int length = rs.length; // expect: throws java.lang.NullPointerException reached
            Rational[] oldRs = new Rational[length]; // expect: throws java.lang.NegativeArraySizeException unreachable
            copy(rs, oldRs, length);
            for (int i = 0; i < length; i++) { // expect: true reached, false reached
                rs[i].simplify(); // expect: throws java.lang.NullPointerException reached
            }
            return oldRs; // expect: reached
        }

        static void copy(Rational[] from, Rational[] to, int length) {
            for (int i = 0; i < length; i++) {
                to[i] = from[i]; // expect: reached
            }
        }
    }
}
