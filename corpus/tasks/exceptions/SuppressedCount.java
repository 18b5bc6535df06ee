// An exception of `close` is suppressed by the one of the block.
// task: unsafe
// inputs: true
package tasks.exceptions;

import tasks.Input;

public class SuppressedCount {
    public static void main(String[] args) {
        boolean fails = Input.nextBoolean();
        int suppressed = 0;
        try (AutoCloseable broken = () -> { throw new IllegalStateException("close"); }) {
            if (fails) {
                throw new IllegalArgumentException("block");
            }
        } catch (Exception e) {
            suppressed = e.getSuppressed().length;
        }
        assert suppressed == 0;
    }
}
