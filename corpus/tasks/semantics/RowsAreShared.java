// A clone of rows shares the rows.
// task: unsafe
// inputs: 7
package tasks.semantics;

import tasks.Input;

public class RowsAreShared {
    public static void main(String[] args) {
        int[][] rows = {{1, 2}, {3}};
        int[][] copy = rows.clone();
        copy[1][0] = Input.nextInt();
        assert rows[1][0] != 7;
    }
}
