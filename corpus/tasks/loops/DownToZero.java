// A loop that counts down ends at zero.
// task: safe
package tasks.loops;

import tasks.Input;

public class DownToZero {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0) {
            return;
        }
        while (n > 0) {
            n--;
        }
        assert n == 0;
    }
}
