// Pins: the array power of the thesis (Figure 5.5): every second element is raised to a power.
package corpus.thesis;

public class ArrayPower {
    static void arraypow(int[] a, int e) {
        int i = 0;
        int n = a.length; // expect: throws java.lang.NullPointerException reached
        for (i = 0; i < n; i++) {
            if (i % 2 == 0) { // expect: true reached, false reached
                a[i] = pow(a[i], e); // expect: reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable
            }
        }
    }

    static int pow(int b, int e) { // expect: paths 4; returns -1
        if (e >= 0) { // expect: true reached, false reached
            int pow = 1;
            int i = 1;
            while (i <= e) { // expect: true reached, false reached
                pow *= b; // expect: reached
                i++;
            }
            return pow; // expect: reached
        } else {
            return -1; // expect: reached
        }
    }
}
