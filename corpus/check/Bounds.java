// What only bounds seem to rule out: inputs that ordinary use makes, and limits of Clew's own, make no findings.
package corpus.check;

import java.util.ArrayList;

public class Bounds {
    interface Shape {
        int area();
    }

    static final class Scaled implements Shape {
        private final Shape inner;
        private final int by;

        Scaled(Shape inner, int by) {
            this.inner = inner;
            this.by = by;
        }

        @Override
        public int area() {
            return inner.area() * by;
        }
    }

    static int large(Shape shape) {
        if (shape.area() > 100) {
            return 1;
        }
        return 0;
    }

    static class Names extends ArrayList<String> {
        int filled() {
            if (size() > 0) {
                return 1;
            }
            return 0;
        }

        int keptBack() {
            return size() > 10 ? 1 : 0;
        }
    }

    static final class Clocked {
        static long odd;

        static {
            for (int round = 0; round < 5; round++) {
                if (System.nanoTime() % 2 != 0) {
                    odd++;
                }
            }
        }

        static int half(int x) {
            return x > 3 ? 1 : 0;
        }
    }

    static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
    }

    static int deep(int x) {
        int depth = down(3000);
        if (x == 12345) {
            return depth;
        }
        return 0;
    }

    static int manyRounds(int x) {
        int sum = 0;
        for (int at = 0; at < 5000; at++) {
            sum += at;
        }
        if (x == 12345) {
            return sum;
        }
        return 0;
    }

    static int reallyWithin(int[] numbers) {
        int rounds = 0;
        for (int number : numbers) {
            if (number == rounds) {
                rounds++;
            }
        }
        if (rounds > 100) { // finding: always_false within
            return 1;
        }
        return 0;
    }
}
