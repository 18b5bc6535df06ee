// Three attempts may all fail.
// task: unsafe
// inputs: false, false, false
package tasks.exceptions;

import tasks.Input;

public class RetryThrice {
    public static void main(String[] args) {
        int attempts = 0;
        boolean done = false;
        while (!done && attempts < 3) {
            try {
                attempt();
                done = true;
            } catch (IllegalStateException failed) {
                attempts++;
            }
        }
        assert done;
    }

    static void attempt() {
        if (!Input.nextBoolean()) {
            throw new IllegalStateException();
        }
    }
}
