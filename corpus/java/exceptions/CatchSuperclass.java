// Pins: a handler for a superclass catches its subclasses, and handlers are tried in order.
package corpus.exceptions;

public class CatchSuperclass {
    static class Low extends RuntimeException {
    }

    static class Lower extends Low {
    }

    static void raise(int x) {
        if (x == 1) {
            throw new Low();
        }
        if (x == 2) {
            throw new Lower();
        }
        if (x == 3) {
            throw new IllegalStateException();
        }
    }

    public static int order(int x) {
        try {
            raise(x);
            if (x == 2) {
                return 0; // expect: unreachable(strict)
            }
            return 1; // expect: reached
        } catch (Lower e) {
            return 2; // expect: reached
        } catch (Low e) {
            if (x != 1) {
                return 3; // expect: unreachable(strict)
            }
            return 4; // expect: reached
        } catch (RuntimeException e) {
            return 5; // expect: reached
        }
    }
}
