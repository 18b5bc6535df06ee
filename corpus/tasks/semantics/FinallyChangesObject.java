// A finally block changes the object that is returned.
// task: unsafe
// inputs: 2
package tasks.semantics;

import tasks.Input;

public class FinallyChangesObject {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert returned(x)[0] == x || x != 2;
    }

    static int[] returned(int x) {
        int[] result = {x};
        try {
            return result;
        } finally {
            result[0]++;
        }
    }
}
