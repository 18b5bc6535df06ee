// An iterable that counts down ends at one.
// task: unsafe
// inputs: 3
package tasks.semantics;

import java.util.Iterator;
import tasks.Input;

public class OwnIterable {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 4) {
            return;
        }
        int sum = 0;
        for (int v : new Down(n)) {
            sum += v;
        }
        assert sum != 6;
    }

    static class Down implements Iterable<Integer> {
        private final int from;

        Down(int from) {
            this.from = from;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                private int at = from;

                @Override
                public boolean hasNext() {
                    return at > 0;
                }

                @Override
                public Integer next() {
                    return at--;
                }
            };
        }
    }
}
