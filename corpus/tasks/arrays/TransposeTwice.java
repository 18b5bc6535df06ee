// A matrix transposed twice is as before.
// task: safe
package tasks.arrays;

import tasks.Input;

public class TransposeTwice {
    public static void main(String[] args) {
        int[][] m = new int[2][3];
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                m[i][j] = Input.nextInt();
            }
        }
        int[][] t = transpose(transpose(m));
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                assert t[i][j] == m[i][j];
            }
        }
    }

    static int[][] transpose(int[][] m) {
        int[][] t = new int[m[0].length][m.length];
        for (int i = 0; i < m.length; i++) {
            for (int j = 0; j < m[0].length; j++) {
                t[j][i] = m[i][j];
            }
        }
        return t;
    }
}
