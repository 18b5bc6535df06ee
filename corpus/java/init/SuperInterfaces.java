// Pins: a class initializes all interfaces above it that have code for methods of objects, indirect and private ones included.
package corpus.init;

public class SuperInterfaces {
    static class Log {
        static int entries;

        static int add() {
            return ++entries;
        }
    }

    interface Base {
        int FIRST = Log.add();

        default void act() {}
    }

    interface Middle extends Base {}

    static class Indirect implements Middle {}

    interface Secret {
        int FIRST = Log.add();

        private void act() {}
    }

    static class Hidden implements Secret {}

    interface Constant {
        int FIRST = Log.add();

        void act();
    }

    abstract static class Quiet implements Constant {}

    static class Plain extends Quiet {
        public void act() {}
    }

    public static int indirect() {
        int before = Log.entries;
        new Indirect();
        return Log.entries == before
                ? 1 // expect: possible
                : 2; // expect: reached
    }

    public static int hidden() {
        int before = Log.entries;
        new Hidden();
        return Log.entries == before
                ? 1 // expect: possible
                : 2; // expect: reached
    }

    public static int plain() {
        int before = Log.entries;
        new Plain();
        return Log.entries == before
                ? 1 // expect: reached
                : 2; // expect: impossible
    }
}
