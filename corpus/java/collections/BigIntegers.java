// Pins: BigInteger with small values.
package corpus.collections;

import java.math.BigInteger;

public class BigIntegers {
    public static int sum(int a, int b) {
        BigInteger sum = BigInteger.valueOf(a).add(BigInteger.valueOf(b));
        if (sum.equals(BigInteger.valueOf(1000))) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int sign(int a) {
        if (BigInteger.valueOf(a).signum() < 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int wide(int a) {
        BigInteger square = BigInteger.valueOf(a).multiply(BigInteger.valueOf(3));
        if (square.bitLength() > 33) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return square.longValue() == 3L * a ? 2 : 3; // expect: reached
    }
}
