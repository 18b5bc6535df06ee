// Pins: an input of an interface or an abstract class that gives type arguments to what it inherits stands for any implementation.
package corpus.types;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

public class GenericStubs {
    interface Rank extends Comparable<Rank> {
        int rank();
    }

    abstract static class Base implements Rank {
        abstract int extra(int a) throws Exception;
    }

    interface Bounded<T extends Number & Comparable<T>> {
        T best(List<? extends T> of);
    }

    abstract static class Maker<T> {
        abstract T make(T from);

        abstract T[] all(T[] of);

        boolean makesNothing(T from) {
            return make(from) == null;
        }
    }

    abstract static class Names extends Maker<String> implements Comparator<int[]>, Function<String, Integer> {
        abstract <E extends Exception> int raise(E e) throws E;
    }

    abstract static class Cells extends Maker<int[]> implements Bounded<Integer> {}

    public static int base(Base base) throws Exception {
        if (base.compareTo(base) > 2) { // expect: true reached, false reached
            return base.extra(1); // expect: reached
        }
        return base.rank() == 7 ? 1 : 2; // expect: true reached, false reached
    }

    public static int interfaceAlone(Rank one, Rank other) {
        if (one.compareTo(other) > 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int names(Names names) throws Exception {
        if (names.makesNothing("a")) {
            return 1; // expect: reached
        }
        return 2;
    }

    public static int compare(Names names) throws Exception {
        if (names.compare(null, null) < 0) { // expect: true reached, false reached
            return names.raise(null); // expect: reached
        }
        return names.apply("a") == null ? 1 : 2; // expect: true reached
    }

    public static int cells(Cells cells) {
        if (cells.makesNothing(null)) {
            return cells.best(null) == null ? 1 : 2; // expect: true reached, false reached
        }
        return 3;
    }
}
