// Two factors of 91.
// task: unsafe
// inputs: 7, 13
package tasks.loops;

import tasks.Input;

public class FactorSearch {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a < 2 || a > 90 || b < a || b > 90) {
            return;
        }
        assert a * b != 91;
    }
}
