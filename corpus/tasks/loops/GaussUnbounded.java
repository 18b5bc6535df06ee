// A sum never goes below zero where each part is small.
// task: safe
package tasks.loops;

import tasks.Input;

public class GaussUnbounded {
    public static void main(String[] args) {
        int n = Input.nextInt();
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (sum < 1000000) {
                sum += i & 7;
            }
        }
        assert sum >= 0;
    }
}
