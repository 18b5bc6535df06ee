// A constant of an enum stays what it was compared with, also where its class becomes known after the comparison, and a method that
// a constant overrides is not called on it.
package corpus.types;

public enum ConstantsApart {
    FIRST {
        int weight() {
            return 0; // expect: reached
        }
    },
    SECOND;

    int weight() {
        if (this == FIRST) {
            return 3; // expect: unreachable
        }
        return 2; // expect: reached
    }

    int compared(Object other) {
        if (other == this) {
            return 1; // expect: reached
        }
        if (other instanceof ConstantsApart constant && constant.ordinal() == ordinal()) {
            return 2; // expect: impossible
        }
        if (other instanceof ConstantsApart) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    static int inArray(Object[] all) {
        if (all[0] == FIRST) {
            return 1; // expect: reached
        }
        if (all[0] instanceof ConstantsApart) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
