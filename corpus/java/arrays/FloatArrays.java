// Pins: fresh float and double arrays hold zeros and keep known numbers.
package corpus.arrays;

public class FloatArrays {
    public static int doubles() {
        double[] a = new double[3];
        a[1] = 2.5;
        if (a[0] + a[1] == 2.5) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }

    public static int floats() {
        float[] a = {1f, 2f};
        if (a[0] < a[1]) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }
}
