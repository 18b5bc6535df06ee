// Pins: elements of an input array of objects may be null, distinct, or the same object.
package corpus.arrays;

public class ArrayOfObjects {
    static class Cell {
        int value;
    }

    public static int first(Cell[] cells) {
        if (cells == null || cells.length == 0) {
            return -1;
        }
        return cells[0].value; // expect: throws java.lang.NullPointerException reached; reached
    }

    public static int sharing(Cell[] cells) {
        if (cells == null || cells.length < 2 || cells[0] == null || cells[1] == null) {
            return -1;
        }
        cells[0].value = 1;
        cells[1].value = 2;
        if (cells[0].value == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int fresh() {
        Cell[] cells = new Cell[2];
        cells[0] = new Cell();
        if (cells[1] != null) {
            return 1; // expect: unreachable(strict)
        }
        cells[1] = cells[0];
        cells[1].value = 9;
        if (cells[0].value != 9) {
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
