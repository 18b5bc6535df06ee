// Pins: super.method() runs the inherited method whatever the class of the receiver.
package corpus.calls;

public class SuperCall {
    static class Base {
        int level() {
            return 1;
        }
    }

    static class Middle extends Base {
        @Override
        int level() {
            return super.level() + 10;
        }
    }

    static class Leaf extends Middle {
        @Override
        int level() {
            return super.level() + 100;
        }
    }

    public static int level(Middle middle) {
        if (middle == null) {
            return -1;
        }
        int level = middle.level();
        if (level == 11) {
            return 1; // expect: reached
        }
        if (level == 111) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable
    }
}
