// Calls of objects of the input that are inputs: every other method of the object, and its fields, are as they are.
// clew: --input-call corpus.inputcall.Service$Meter#read --input-call corpus.inputcall.Service$Meter#log
package corpus.inputcall;

public class Service {
    static class Meter {
        int limit;
        int written;

        Meter(int limit) {
            this.limit = limit;
        }

        int read() {
            throw new UnsupportedOperationException("no network");
        }

        void log(String what, int... more) {
            written++;
            throw new UnsupportedOperationException("no network");
        }

        boolean isOver() {
            return read() > limit;
        }
    }

    static class Precise extends Meter {
        Precise() {
            super(10);
        }

        @Override
        int read() {
            throw new UnsupportedOperationException("not even here");
        }
    }

    static int over(Meter meter) { // expect: returns 1; returns 0; raises java.lang.NullPointerException
        if (meter.isOver()) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int logged(Meter meter) { // expect: returns 3
        meter.log("a"); // expect: reached
        meter.log("b", 1, 2); // expect: reached
        if (meter.written == 3) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    static int two(Meter first, Meter second) {
        int a = first.read(); // expect: reached; throws java.lang.NullPointerException reached
        int b = second.read(); // expect: reached; throws java.lang.NullPointerException reached
        if (a + 1 == b && first != second) { // expect: reached
            return a; // expect: reached
        }
        return -1; // expect: reached
    }

    static int overridden(Precise meter) { // expect: returns 77
        if (meter.read() == 77) { // expect: true reached, false reached
            return 77; // expect: reached
        }
        return 0; // expect: reached
    }

    static int made() {
        if (new Meter(3).read() > 3) { // expect: undecided(called on an object that is none)
            return 1; // expect: undecided(called on an object that is none)
        }
        return 0; // expect: undecided(called on an object that is none)
    }
}
