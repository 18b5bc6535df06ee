// Pins: an interface is initialized only when one of its non-constant fields is used.
package corpus.init;

public class InterfaceConstants {
    static class Trace {
        static final int[] LOG = new int[1];

        static int mark(int value) {
            LOG[0] += 1;
            return value;
        }
    }

    interface Table {
        int CONSTANT = 3;
        int COMPUTED = Trace.mark(4);
    }

    static class User implements Table {
        int x = 1;
    }

    public static int computed() {
        if (Table.COMPUTED == 4) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    public static int notTriggered() {
        int before = Trace.LOG[0];
        User user = new User();
        int sum = user.x + Table.CONSTANT;
        if (Trace.LOG[0] != before) {
            return 1; // expect: unreachable
        }
        if (sum == 4) { // expect: true reached, false unreachable(strict)
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }
}
