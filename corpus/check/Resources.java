// What closes the resources of a `try` is the compiler's: tests for null, suppressed exceptions, passing them on.
package corpus.check;

public class Resources {
    static final class Door implements AutoCloseable {
        int open = 1;

        @Override
        public void close() {
            open = 0;
        }
    }

    static int made(int x) {
        try (Door door = new Door()) {
            return 10 / x + door.open;
        }
    }

    static int given(Door door) {
        door.open++;
        try (Door mine = door) {
            x(mine);
        }
        return 2;
    }

    static int two(int x) {
        try (Door one = new Door(); Door other = new Door()) {
            x(one);
            x(other);
        }
        return x;
    }

    static int maybe(boolean some) {
        try (Door door = some ? new Door() : null) {
            return 1;
        }
    }

    static void x(Door door) {
        door.open += 2;
    }

    static int byHand(Door door) {
        int open = door.open;
        if (door != null) { // finding: always_true
            open++;
        }
        return open;
    }
}
