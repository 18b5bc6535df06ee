// Two names of one counter.
// task: unsafe
// inputs: 2
package tasks.objects;

import tasks.Input;

public class SharedCounter {
    public static void main(String[] args) {
        Counter a = new Counter();
        Counter b = Input.nextInt() == 2 ? a : new Counter();
        a.count++;
        b.count++;
        assert a.count == 1;
    }

    static class Counter {
        int count;
    }
}
