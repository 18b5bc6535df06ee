// What the constructor of a record refuses or changes, no object of it has: not even one that is made without it.
package corpus.types;

public class CheckedRecords {
    enum Unit {
        GRAM,
        KILO
    }

    record Count(int value) {
        Count {
            if (value < 1) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Name(String text) {
        Name {
            text = text == null ? "" : text;
        }
    }

    record Line(Count count, Unit unit) {
        Line {
            if (count == null || unit == null) {
                throw new NullPointerException();
            }
        }

        int weight() {
            if (unit == null) {
                return -1; // expect: unreachable(unconditional)
            }
            return unit == Unit.KILO ? count.value() : 1; // expect: reached
        }
    }

    static int count(Count count) {
        if (count.value() == 0) {
            return 1; // expect: unreachable(unconditional)
        }
        if (count.value() == 7) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int more(Count one, Count other) {
        if (one.value() > other.value()) {
            return 1; // expect: reached
        }
        return one == other ? 2 : 3; // expect: true reached, false reached
    }

    static int name(Name name) {
        if (name.text() == null) {
            return 1; // expect: unreachable(unconditional)
        }
        return name.text().length(); // expect: reached
    }

    static int line(Line line) {
        if (line.count().value() < 1) {
            return 1; // expect: unreachable(unconditional)
        }
        if (line.unit() == Unit.GRAM) {
            return 2; // expect: reached
        }
        return line.weight(); // expect: reached
    }
}
