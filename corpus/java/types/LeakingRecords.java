// Pins: a record that its constructor refuses may be seen all the same, where the constructor hands it on before.
package corpus.types;

public class LeakingRecords {
    record Number(int value) {
        static Number rejected;

        Number {
            if (value < 1) {
                rejected = this;
                throw new IllegalArgumentException();
            }
        }
    }

    record Positive(int value) {
        Positive {
            if (value < 1) {
                throw new IllegalArgumentException("too small: " + value);
            }
        }
    }

    record Counted(int value) {
        static int made;

        Counted {
            made++;
            if (value < 0) {
                throw new IllegalArgumentException();
            }
        }
    }

    public static boolean isRejected(Number number) {
        if (number.value() == 0) {
            return true; // expect: possible(strict)
        }
        return false;
    }

    public static boolean isNone(Positive number) {
        if (number.value() == 0) {
            return true; // expect: unreachable(strict)
        }
        return false; // expect: reached
    }

    public static int looks(Counted counted) {
        int before = Counted.made;
        int value = counted.value();
        if (Counted.made != before) {
            return value; // expect: impossible
        }
        return 0;
    }
}
