// Pins: a method also runs on objects of a class that overrides it, where that class calls super. A test of that class then shows it
// (called); where none can be made, it is left open (calledFarBelow).
package corpus.calls;

public class SuperCallFromBelow {
    static class Base {
        int called() {
            if (this instanceof Special) {
                return 1; // expect: reached
            }
            return 0; // expect: reached
        }

        int replaced() {
            if (this instanceof Special) {
                return 1; // expect: unreachable
            }
            return 0; // expect: reached
        }

        int calledFarBelow() {
            if (this instanceof Special) {
                return 1; // expect: undecided(a call of super)
            }
            return 0; // expect: reached
        }
    }

    abstract static class Between extends Base {
        @Override
        int calledFarBelow() {
            return super.calledFarBelow() + 10; // expect: possible
        }
    }

    static class Special extends Between {
        @Override
        int called() {
            return super.called() + 2; // expect: reached
        }

        @Override
        int replaced() {
            return 3; // expect: reached
        }

        @Override
        int calledFarBelow() {
            return 4; // expect: reached
        }
    }
}
