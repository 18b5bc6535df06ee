// `Math.floorMod` by a positive number is below it and not negative.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class FloorModRange {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int m = Input.nextInt();
        if (m <= 0 || m > 1000) {
            return;
        }
        int r = Math.floorMod(x, m);
        assert r >= 0 && r < m;
    }
}
