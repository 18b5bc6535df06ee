// Two counters that move against each other keep their sum.
// task: safe
package tasks.loops;

import tasks.Input;

public class TwoCounters {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 30) {
            return;
        }
        int up = 0;
        int down = n;
        while (down > 0) {
            up++;
            down--;
        }
        assert up == n;
    }
}
