// Types of the program of which every class needs another object of the type: a test has a stub for the first one.
package corpus.bounds;

public final class Delegates {
    private Delegates() {
    }

    interface Shape {
        int area();
    }

    static final class Scaled implements Shape {
        private final Shape inner;
        private final int by;

        Scaled(Shape inner, int by) {
            this.inner = inner;
            this.by = by;
        }

        @Override
        public int area() {
            int area = inner.area();
            return area * by; // expect: reached
        }
    }

    static int large(Shape shape) {
        if (shape.area() > 100) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    abstract static class Check {
        abstract boolean holds(int x);
    }

    static final class Not extends Check {
        private final Check of;

        Not(Check of) {
            this.of = of;
        }

        @Override
        boolean holds(int x) {
            return !of.holds(x); // expect: true reached, false reached
        }
    }

    static int checked(Check check, int x) {
        if (check.holds(x)) { // expect: true reached, false reached
            return 1;
        }
        return x == 9 ? 2 : 3; // expect: true reached, false reached
    }

    interface Source {
        int next();
    }

    interface Named extends Source {
        String name();
    }

    /** One that hands on to a supertype, of which there is no other. */
    static final class Counted implements Named {
        private final Source source;
        private int count;

        Counted(Source source) {
            this.source = source;
        }

        @Override
        public int next() {
            count++;
            return source.next() + 1; // expect: reached
        }

        @Override
        public String name() {
            return "counted";
        }
    }

    static int drawn(Named named) {
        int first = named.next();
        return first == 7 ? 1 : 0; // expect: true reached, false reached
    }

    interface Part {
        int size();
    }

    /** One that stands alone is enough: no stub is needed, and there is none. */
    static final class Leaf implements Part {
        @Override
        public int size() {
            return 1;
        }
    }

    static final class Wrapped implements Part {
        private final Part part;

        Wrapped(Part part) {
            this.part = part;
        }

        @Override
        public int size() {
            return part.size();
        }
    }

    static int sized(Part part) {
        return part.size() == 1 ? 1 : 0; // expect: true reached, false unreachable
    }

    /** The end of a list is null, and its code asks for that. */
    static final class Link implements Chain {
        private Chain next;

        @Override
        public int length() {
            return next == null ? 1 : 1 + next.length(); // expect: true reached, false reached
        }
    }

    interface Chain {
        int length();
    }

    static int chained(Chain chain) {
        return chain.length() < 1 ? 1 : 0; // expect: true unreachable, false reached
    }
}
