// Boxes of equal numbers beyond 127 are two objects.
// task: unsafe
// inputs: 128
package tasks.objects;

import tasks.Input;

public class BoxIdentity {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x != 127 && x != 128) {
            return;
        }
        Integer a = Integer.valueOf(x);
        Integer b = Integer.valueOf(x);
        assert a == b;
    }
}
