// Pins: the holder idiom: initialization happens at first use and makes one object.
package corpus.init;

public class LazyHolder {
    static class Service {
        int calls;
    }

    static class Holder {
        static final Service INSTANCE = new Service();
    }

    public static int same() {
        Service a = Holder.INSTANCE;
        Service b = Holder.INSTANCE;
        if (a != b) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (a == null) {
            return 2; // expect: unreachable
        }
        a.calls = 3;
        if (b.calls == 3) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }
}
