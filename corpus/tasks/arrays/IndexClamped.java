// A clamped index is inside.
// task: safe
package tasks.arrays;

import tasks.Input;

public class IndexClamped {
    public static void main(String[] args) {
        int at = Input.nextInt();
        int[] cells = {1, 2, 3, 4};
        int inside = Math.max(0, Math.min(at, cells.length - 1));
        assert cells[inside] == inside + 1;
    }
}
