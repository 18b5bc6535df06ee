// Two nested loops count a triangle.
// task: safe
package tasks.loops;

import tasks.Input;

public class NestedTriangle {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 6) {
            return;
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                count++;
            }
        }
        assert count == n * (n + 1) / 2;
    }
}
