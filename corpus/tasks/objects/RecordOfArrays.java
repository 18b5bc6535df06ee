// Records with arrays compare the arrays by identity.
// task: unsafe
// inputs: 1
package tasks.objects;

import tasks.Input;

public class RecordOfArrays {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Holder a = new Holder(new int[] {x});
        Holder b = new Holder(new int[] {1});
        assert a.cells()[0] != b.cells()[0] || a.equals(b);
    }

    record Holder(int[] cells) {}
}
