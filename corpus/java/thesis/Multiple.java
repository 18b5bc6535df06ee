// Pins: the least common multiple of the thesis (Figure 5.1), with a handler for the division by zero.
package corpus.thesis;

public class Multiple {
    static int lcm(int a, int b) {
        if (a < b) { // expect: true reached, false reached
            int aux = a; // expect: reached
            a = b;
            b = aux;
        }
        int d = gcd(a, b);
        try {
            return abs(a * b) / d; // expect: reached; throws java.lang.ArithmeticException reached
        } catch (Exception e) {
            return -1; // expect: reached
        }
    }

    static int gcd(int a, int b) {
        int res;
        while (b != 0) { // expect: true reached, false reached
            res = a % b; // expect: throws java.lang.ArithmeticException unreachable
            a = b;
            b = res;
        }
        return abs(a); // expect: reached
    }

    static int abs(int a) {
        if (a >= 0) {
            return a; // expect: reached
        } else {
            return -a; // expect: reached
        }
    }
}
