// open
// clew: --budget 1s
// Pins: a record of the input was made by its constructor, so what the constructor rejects cannot occur, all zeros included.
package corpus.everyday;

public final class RecordInputs {
    private RecordInputs() {
    }

    enum Unit {
        PIECE, KILO
    }

    record Count(int value) {
        Count {
            if (value < 1) {
                throw new IllegalArgumentException("count " + value);
            }
        }
    }

    record Label(String text) {
        Label {
            if (text == null || text.isEmpty()) {
                throw new IllegalArgumentException("no text");
            }
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
                return -1; // expect: unreachable
            }
            return unit == Unit.KILO ? count.value() : 1; // expect: true reached, false reached
        }
    }

    static int count(Count count) {
        if (count.value() < 0) {
            return -1; // expect: unreachable
        }
        if (count.value() == 0) {
            return -2; // expect: unreachable
        }
        return count.value() > 10 ? 2 : 1; // expect: true reached, false reached
    }

    static int label(Label label) {
        if (label.text() == null) {
            return -1; // expect: unreachable
        }
        if (label.text().isEmpty()) {
            return -2; // expect: unreachable
        }
        return label.text().length() == 3 ? 1 : 0; // expect: true reached, false reached
    }

    static int line(Line line) {
        if (line == null) {
            return 0; // expect: reached
        }
        if (line.count() == null) {
            return -1; // expect: unreachable
        }
        if (line.count().value() == 5) {
            return 5; // expect: reached
        }
        return line.weight(); // expect: reached
    }

    static int more(Count a, Count b) {
        if (a.value() > b.value()) {
            return 1; // expect: reached
        }
        if (a.value() < b.value()) {
            return -1; // expect: reached
        }
        return a.equals(b) ? 0 : 2; // expect: true reached, false unreachable
    }
}
