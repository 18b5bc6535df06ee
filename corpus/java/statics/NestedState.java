// Pins: static state of nested classes is initialized when it is first used.
package corpus.statics;

public class NestedState {
    static class Counter {
        static int count = 5;
        static final int[] TABLE = {1, 2, 3};

        static int next() {
            return ++count; // expect: reached
        }
    }

    static class Lazy {
        static final String TEXT = make();

        private static String make() {
            return "lazy" + Counter.TABLE.length;
        }
    }

    public static int next() {
        int before = Counter.count;
        if (Counter.next() == before + 1) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int table(int i) {
        if (Counter.TABLE[i] == 3) { // expect: true reached, false reached; throws java.lang.ArrayIndexOutOfBoundsException reached
            return i; // expect: reached
        }
        return -1; // expect: reached
    }

    public static int text() {
        if (Lazy.TEXT.equals("lazy3")) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }
}
