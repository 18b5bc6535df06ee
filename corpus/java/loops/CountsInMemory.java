// Pins: a loop that goes by a field or an element which it changes itself has an end.
package corpus.loops;

public class CountsInMemory {
    private int left;

    int down() {
        left = 3;
        while (left > 0) {
            left--;
        }
        return left; // expect: reached
    }

    int up() {
        left = 0;
        while (left < 3) {
            left++;
        }
        return left; // expect: reached
    }

    int inSteps() {
        left = 9;
        while (left > 0) {
            left -= 3;
        }
        if (left < 0) {
            return -1; // expect: unreachable
        }
        return left; // expect: reached
    }

    int once() {
        left = 1;
        while (left > 0) {
            left--;
        }
        return left; // expect: reached
    }

    static int element(int[] cells) {
        if (cells.length == 0) {
            return -1; // expect: reached
        }
        cells[0] = 3;
        while (cells[0] > 0) {
            cells[0]--;
        }
        return cells[0]; // expect: reached
    }

    static int ofItsOwn() {
        int[] cells = {3};
        while (cells[0] > 0) {
            cells[0]--;
        }
        return cells[0]; // expect: reached
    }
}
