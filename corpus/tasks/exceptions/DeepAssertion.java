// An assertion fails two calls below.
// task: unsafe
// inputs: 77
package tasks.exceptions;

import tasks.Input;

public class DeepAssertion {
    public static void main(String[] args) {
        try {
            outer(Input.nextInt());
        } catch (AssertionError failure) {
            throw failure; // failure
        }
    }

    static void outer(int x) {
        if (x > 0) {
            inner(x + 1);
        }
    }

    static void inner(int x) {
        assert x != 78;
    }
}
