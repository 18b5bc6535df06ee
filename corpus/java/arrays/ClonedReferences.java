// Copies of arrays of references that the input has, of any length.
package corpus.arrays;

public final class ClonedReferences {
    private ClonedReferences() {
    }

    static int kept(String[] names) {
        String[] copy = names.clone(); // expect: throws java.lang.NullPointerException reached
        if (copy.length != names.length) {
            return -1; // expect: unreachable
        }
        if (copy.length == 2) { // expect: true reached, false reached
            names[0] = "clew";
            if (copy[1] == names[1]) { // expect: true reached, false unreachable
                return copy[0] == "clew" ? 1 : 2; // expect: false reached
            }
            return -2; // expect: unreachable
        }
        return 0;
    }

    static final class Row {
        int[][] cells;

        int[][] copied() {
            return cells == null ? null : cells.clone();
        }
    }

    static int shared(Row row) {
        int[][] copy = row.copied();
        if (copy != null && copy.length > 1 && copy[1] != null && copy[1].length > 0) {
            copy[1][0] = 17;
            if (row.cells[1][0] != 17) {
                return -1; // expect: unreachable
            }
            copy[1] = null;
            return row.cells[1] == null ? 1 : 2; // expect: true unreachable, false reached
        }
        return 0;
    }
}
