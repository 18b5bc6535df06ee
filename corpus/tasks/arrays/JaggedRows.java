// Rows of one array differ in length.
// task: unsafe
// inputs: 2
package tasks.arrays;

import tasks.Input;

public class JaggedRows {
    public static void main(String[] args) {
        int rows = Input.nextInt();
        if (rows < 1 || rows > 3) {
            return;
        }
        int[][] jagged = new int[rows][];
        int cells = 0;
        for (int i = 0; i < rows; i++) {
            jagged[i] = new int[i + 1];
            cells += jagged[i].length;
        }
        assert cells == rows * rows;
    }
}
