// Pins: an object of an interface that nobody implements is a stub: its abstract methods return anything, its default methods run.
package corpus.stubs;

public class Interfaces {
    interface Source {
        int next();

        String name();

        void close();

        default int twice() {
            return 2 * next();
        }
    }

    interface Named {
        Source source();

        Named self();
    }

    public static int read(Source source) {
        int first = source.next();
        if (first > 100) {
            if (source.next() == first + 1) {
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int none(Source source) {
        if (source == null) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int named(Source source) {
        String name = source.name();
        if (name == null) {
            return 1; // expect: reached
        }
        if (name.equals("x")) {
            return 2; // expect: reached
        }
        source.close();
        return 0; // expect: reached
    }

    public static int byDefault(Source source) {
        if (source.twice() == 14) {
            return 1; // expect: reached
        }
        if (source.twice() % 2 != 0) {
            return 2; // expect: unreachable(within)
        }
        return 0; // expect: reached
    }

    /** A stub throws an unchecked exception where a handler is for it. */
    public static int thrown(Source source) {
        try {
            source.next();
        } catch (IllegalStateException e) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int returned(Named named) {
        Source source = named.source();
        if (source == null) {
            return 1; // expect: reached
        }
        if (source.next() == 5 && named.self() == named) {
            return 2; // expect: reached
        }
        Named self = named.self();
        if (self != null && self != named && self.source() == source) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int same(Source one, Source other) {
        if (one == other && one != null) {
            return one.next() == other.next() + 1 ? 1 : 2; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    public static int equal(Source one, Source other) {
        if (one.equals(other)) {
            return one == other ? 1 : 2; // expect: true reached, false unreachable(within)
        }
        return 0; // expect: reached
    }

    public static int tested(Object object) {
        if (object instanceof Source) {
            return ((Source) object).next() > 0 ? 1 : 2; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    public static int elements(Source[] sources) {
        int sum = 0;
        for (Source source : sources) {
            sum += source.next();
        }
        if (sum == 77) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
