// Data may be sent after a close that a reset follows.
// task: unsafe
// inputs: 2, 0, 1
package tasks.machines;

import tasks.Input;

public class Protocol {
    public static void main(String[] args) {
        try {
            State state = State.IDLE;
            boolean closed = false;
            for (int i = 0; i < 3; i++) {
                switch (Input.nextInt()) {
                    case 0 -> state = State.IDLE;
                    case 1 -> {
                        assert state != State.IDLE || !closed;
                        state = State.BUSY;
                    }
                    case 2 -> {
                        state = State.CLOSED;
                        closed = true;
                    }
                    default -> { }
                }
            }
        } catch (AssertionError failure) {
            throw failure; // failure
        }
    }

    enum State { IDLE, BUSY, CLOSED }
}
