package bench;

/** A singly linked list of numbers in ascending order. */
public class SortedList {
    static class Cell {
        int value;
        Cell next;

        Cell(int value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }

    Cell head;

    /** Puts {@code value} before the first number that is not smaller. */
    void insert(int value) {
        Cell before = null;
        Cell cell = head;
        while (cell != null && cell.value < value) {
            before = cell;
            cell = cell.next;
        }
        if (before == null) {
            head = new Cell(value, cell);
        } else {
            before.next = new Cell(value, cell);
        }
    }
}
