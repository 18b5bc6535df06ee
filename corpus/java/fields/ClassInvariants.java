// Pins: what constructors establish and every method keeps of private and final fields holds of the objects of the input.
package corpus.fields;

import java.util.ArrayList;
import java.util.List;

/** What constructors establish and every method keeps of private and final fields. */
public class ClassInvariants {
    private final List<String> lines = new ArrayList<>();
    private final String id;
    private int capacity = 16;
    private int percent;
    private long ticks = 5;
    private String note = "";

    ClassInvariants(String id) {
        if (id == null) {
            throw new IllegalArgumentException("id");
        }
        this.id = id;
    }

    ClassInvariants(String id, int capacity) {
        this(id);
        if (capacity <= 0) {
            throw new IllegalArgumentException("capacity");
        }
        this.capacity = capacity;
    }

    void percent(int percent) {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("percent");
        }
        this.percent = percent;
    }

    void forget() {
        note = null;
    }

    int count() {
        if (lines == null) { // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants), false reached
            return -1;
        }
        return 1;
    }

    boolean isSame(ClassInvariants other) {
        return id.equals(other.id); // expect: throws java.lang.NullPointerException reached
    }

    int room(int used) {
        if (capacity < 1) { // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants), false reached
            return -1;
        }
        return capacity - used;
    }

    int share(int of) {
        if (percent > 99) { // expect: true reached, false reached
            return percent == 100 ? 1 : 0; // expect: true reached, false unreachable(if class_invariant:corpus.fields.ClassInvariants)
        }
        return of / (percent + 1); // expect: throws java.lang.ArithmeticException unreachable(if class_invariant:corpus.fields.ClassInvariants)
    }

    boolean isLate() {
        return ticks != 5; // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants), false reached
    }

    /** Somebody sets it to null. */
    int noteLength() {
        return note == null ? 0 : 1; // expect: true reached, false reached
    }

    /** What no invariant is needed for does not rest on one. */
    int unconditional(int x) {
        if (lines == null) { // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants), false reached
            return -1;
        }
        if (x > 0) {
            if (x < 0) { // expect: true unreachable, false reached
                return 2;
            }
            return 3;
        }
        return 4;
    }

    /** A superclass whose constructor shows the object to others before it is finished. */
    static class Announcing {
        Announcing() {
            announce();
        }

        void announce() {}
    }

    static class Announced extends Announcing {
        private final String name = new String("x");

        @Override
        void announce() {
            if (name == null) { // expect: true reached, false reached
                return;
            }
        }
    }

    /** A superclass that keeps the object to itself. */
    static class Quiet {
        private int made;

        Quiet() {
            made = 1;
        }
    }

    static class Silent extends Quiet {
        private final String name = new String("x");

        int length() {
            return name == null ? 0 : 1; // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants$Silent), false reached
        }
    }

    /** Hands itself out before the field is written. */
    static class Hasty {
        static Hasty latest;
        private final String name;

        Hasty() {
            latest = this;
            name = "x";
        }

        int length() {
            return name == null ? 0 : 1; // expect: true reached, false reached
        }
    }

    /** Its own method sees the field before it is written. */
    static class Lazy {
        private String name;

        Lazy() {
            prepare();
        }

        private void prepare() {
            if (name == null) {
                name = "x";
            }
        }

        int length() {
            return name == null ? 0 : 1; // expect: true possible, false reached
        }
    }

    /** The class around it may write the field. */
    static class Inner {
        private String name = "x";

        int length() {
            return name == null ? 0 : 1; // expect: true reached, false reached
        }
    }

    static void clear(Inner inner) {
        inner.name = null;
    }

    /** A constructor that only one way writes the field. */
    static class Partly {
        private String name;

        Partly(boolean named) {
            if (named) {
                name = "x";
            }
        }

        int length() {
            return name == null ? 0 : 1; // expect: true reached, false reached
        }
    }

    /** Only reflection gives the field a value. */
    static class Injected {
        private String service;
        private int port;

        boolean isReady() {
            return service != null && port != 0; // expect: reached
        }
    }

    /** Its subclasses cannot write the field. */
    static class Limit {
        private final int most;

        Limit(int most) {
            this.most = most < 1 ? 1 : most;
        }

        int halved() {
            return 100 / most; // expect: throws java.lang.ArithmeticException unreachable(if class_invariant:corpus.fields.ClassInvariants$Limit)
        }
    }

    static class Lower extends Limit {
        Lower() {
            super(-5);
        }
    }

    /** What bounds a number bounds the field. */
    static class Bounded {
        private final int least;
        private final int day;
        private final long gap;

        Bounded(int wanted, int day, long gap) {
            this.least = Math.max(4, wanted);
            this.day = Math.floorMod(day, 7);
            this.gap = Math.abs(gap);
        }

        boolean isShort(String text) {
            if (least < 4) { // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants$Bounded), false reached
                throw new IllegalStateException();
            }
            return text.length() < least;
        }

        boolean isSunday() {
            return day > 6; // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants$Bounded), false reached
        }

        boolean isBack() {
            return gap < 0; // expect: true reached, false reached
        }
    }

    /** The arrays that a field is given have as many elements as all its writes say. */
    static class Sized {
        private final int[] cells;
        private final double[][] rows;
        private String[] names = new String[3];
        private int[] given;
        private int[] grown = {1};

        Sized(int count, int[] given) {
            if (count < 1) {
                throw new IllegalArgumentException("count");
            }
            this.cells = new int[count];
            this.rows = new double[count][2];
            this.given = given;
        }

        void grow() {
            grown = java.util.Arrays.copyOf(grown, grown.length + 1);
        }

        void drop() {
            names = null;
        }

        boolean hasCells() {
            return cells.length == 0; // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants$Sized), false reached
        }

        boolean hasRows() {
            return rows.length == 0; // expect: true unreachable(if class_invariant:corpus.fields.ClassInvariants$Sized), false reached
        }

        int hasNames() {
            if (names == null) { // expect: true reached, false reached
                return 0;
            }
            return names.length == 3 ? 1 : 2; // expect: true reached, false unreachable(if class_invariant:corpus.fields.ClassInvariants$Sized)
        }

        boolean hasGiven() {
            return given != null && given.length == 0; // expect: true reached, false reached
        }

        boolean isGrown() {
            return grown.length > 1; // expect: true reached, false reached
        }
    }
}
