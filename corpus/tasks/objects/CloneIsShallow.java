// A shallow copy shares what its fields refer to.
// task: unsafe
// inputs: 9
package tasks.objects;

import tasks.Input;

public class CloneIsShallow {
    public static void main(String[] args) {
        Sheet sheet = new Sheet();
        Sheet copy = sheet.copy();
        copy.cells[0] = Input.nextInt();
        assert sheet.cells[0] != 9;
    }

    static class Sheet implements Cloneable {
        int[] cells = new int[2];

        Sheet copy() {
            try {
                return (Sheet) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
