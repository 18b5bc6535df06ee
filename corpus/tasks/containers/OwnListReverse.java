// A reversal in place that loses the last cell of odd lists.
// task: unsafe
// inputs: 3
package tasks.containers;

import tasks.Input;

public class OwnListReverse {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 1 || n > 4) {
            return;
        }
        Cell head = null;
        for (int i = 0; i < n; i++) {
            head = new Cell(i, head);
        }
        Cell reversed = null;
        while (head != null) {
            Cell next = head.next;
            if (next == null && n == 3) {
                break;
            }
            head.next = reversed;
            reversed = head;
            head = next;
        }
        int count = 0;
        for (Cell at = reversed; at != null; at = at.next) {
            count++;
        }
        assert count == n;
    }

    static class Cell {
        final int value;
        Cell next;

        Cell(int value, Cell next) {
            this.value = value;
            this.next = next;
        }
    }
}
