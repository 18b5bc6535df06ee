// McCarthy's function is 91 up to 101.
// task: safe
package tasks.recursion;

import tasks.Input;

public class NinetyOne {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 90 || n > 101) {
            return;
        }
        assert f(n) == 91;
    }

    static int f(int n) {
        return n > 100 ? n - 10 : f(f(n + 11));
    }
}
