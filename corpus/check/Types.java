// Classes that an object cannot be of.
package corpus.check;

public class Types {
    static final class One {
    }

    static final class Two {
    }

    static int both(Object o) {
        if (o instanceof One) {
            if (o instanceof Two) { // finding: always_false
                return 3;
            }
        }
        return 1;
    }

    static int afterCast(Object o) {
        One one = (One) o;
        if (o == null || o instanceof One) { // finding: always_true
            return 1;
        }
        return 2;
    }

    static int nullIsNone(One o) {
        if (o instanceof One) {
            return 1;
        }
        return 2;
    }
}
