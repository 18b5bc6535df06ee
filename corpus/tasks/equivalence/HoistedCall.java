// A call with an effect, taken out of a condition.
// task: unsafe
// inputs: 1
package tasks.equivalence;

import tasks.Input;

public class HoistedCall {
    public static void main(String[] args) {
        int x = Input.nextInt();
        count = 0;
        boolean first = x > 1 && tick();
        int before = count;
        count = 0;
        boolean ticked = tick();
        boolean second = x > 1 && ticked;
        assert first == second && before == count;
    }

    static int count;

    static boolean tick() {
        count++;
        return true;
    }
}
