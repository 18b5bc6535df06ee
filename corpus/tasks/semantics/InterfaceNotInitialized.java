// A constant of an interface does not initialize it, another field does.
// task: unsafe
// inputs: 3
package tasks.semantics;

import tasks.Input;

public class InterfaceNotInitialized {
    public static void main(String[] args) {
        int x = Input.nextInt();
        log = 0;
        int read = x == 3 ? Fields.MADE : Fields.CONSTANT;
        assert log == 0;
    }

    static int log;

    static int note() {
        log++;
        return 5;
    }

    interface Fields {
        int CONSTANT = 4;
        int MADE = note();
    }
}
