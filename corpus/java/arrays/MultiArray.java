// Pins: multianewarray makes distinct rows of the right length; with fewer sizes than dimensions the rest is null.
package corpus.arrays;

public class MultiArray {
    public static int rows() {
        int[][] a = new int[2][3];
        a[0][1] = 5;
        if (a[1][1] != 0) {
            return 1; // expect: unreachable(strict)
        }
        if (a[0] == a[1]) {
            return 2; // expect: unreachable(strict)
        }
        if (a[1].length == 3 && a[0][1] == 5) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(strict)
    }

    public static int partial() {
        int[][][] a = new int[2][2][];
        if (a[1][1] != null) {
            return 1; // expect: unreachable(strict)
        }
        return a[1][1].length; // expect: reached; throws java.lang.NullPointerException reached
    }
}
