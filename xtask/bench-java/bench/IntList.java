package bench;

/** A singly linked list of numbers, neither sorted nor free of repetitions. */
public class IntList {
    static class Cell {
        int value;
        Cell next;
    }

    Cell head;

    /** Takes every number that {@code others} holds out of this list. */
    void remAll(IntList others) {
        Cell wanted = others.head;
        while (wanted != null) {
            Cell before = null;
            Cell cell = head;
            while (cell != null) {
                if (cell.value != wanted.value) {
                    before = cell;
                } else if (before == null) {
                    head = cell.next;
                } else {
                    before.next = cell.next;
                }
                cell = cell.next;
            }
            wanted = wanted.next;
        }
    }
}
