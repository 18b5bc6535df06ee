// clew: --loop-k 3
// Pins: the finalizer of an object that nobody refers to any more may run at any time, in a thread of its own.
package corpus.references;

public class Finalizers {
    static boolean ran;

    static class Flag {
        @Override
        protected void finalize() {
            ran = true;
        }
    }

    static class Cell {
        final int[] cell;

        Cell(int[] cell) {
            this.cell = cell;
        }

        @Override
        protected void finalize() {
            cell[0] = 1;
        }
    }

    static class Inheriting extends Cell {
        Inheriting(int[] cell) {
            super(cell);
        }
    }

    static int flag() {
        ran = false;
        new Flag();
        return ran ? 1 : 2; // expect: true possible
    }

    static int cell() {
        int[] cell = new int[1];
        new Cell(cell);
        return cell[0] == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int inherited() {
        int[] cell = new int[1];
        new Inheriting(cell);
        return cell[0] == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int untilItRan() {
        ran = false;
        new Flag();
        for (int round = 0; round < 100 && !ran; round++) {
            System.gc();
        }
        return ran ? 1 : 2; // expect: true possible, false possible
    }

    static int own() {
        int[] cell = new int[1];
        return cell[0] == 0 ? 1 : 2; // expect: true reached, false unreachable(strict)
    }
}
