// A wrapped exception keeps its cause and message.
// task: safe
package tasks.exceptions;

import tasks.Input;

public class CauseIsKept {
    public static void main(String[] args) {
        int x = Input.nextInt();
        try {
            if (x == 0) {
                throw new IllegalStateException("zero");
            }
        } catch (IllegalStateException state) {
            RuntimeException wrapped = new RuntimeException("wrapped", state);
            assert wrapped.getCause() == state;
            assert "zero".equals(wrapped.getCause().getMessage());
        }
    }
}
