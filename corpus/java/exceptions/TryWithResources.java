// Pins: a resource is closed on every way out of its block.
// clew: --loop-k 3
package corpus.exceptions;

public class TryWithResources {
    static class Door implements AutoCloseable {
        int closed;

        @Override
        public void close() {
            closed++;
        }
    }

    public static int use(int x) {
        Door door = new Door();
        try (Door d = door) {
            if (x == 1) {
                throw new IllegalStateException(); // expect: reached
            }
            d.closed = 10;
        } catch (IllegalStateException e) {
            if (door.closed == 1) { // expect: true reached, false unreachable
                return 1; // expect: reached
            }
            return 2; // expect: unreachable
        }
        if (door.closed == 11) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }
}
