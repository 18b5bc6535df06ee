// What the collector may do is no finding: references that it may clear, queues that it may fill, finalizers that it may run.
package corpus.check;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class Collection {
    static int cleared() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        if (reference.get() == null) {
            return 1;
        }
        return 2;
    }

    static int polled() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        if (queue.poll() == reference) {
            return 1;
        }
        return 2;
    }

    static int byHand() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        reference.clear();
        if (reference.get() != null) { // finding: always_false
            return 1;
        }
        return 2;
    }

    static class Cell {
        private final int[] cell;

        Cell(int[] cell) {
            this.cell = cell;
        }

        @Override
        protected void finalize() {
            cell[0] = 1;
        }
    }

    static int finalized() {
        int[] cell = new int[1];
        new Cell(cell);
        if (cell[0] == 1) {
            return 1;
        }
        return 2;
    }
}
