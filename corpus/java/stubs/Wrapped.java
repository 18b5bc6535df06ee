// Pins: tests ask an object for what it says of itself only where it asks no stub for that, and leave no thread interrupted.
package corpus.stubs;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

public class Wrapped {
    public static final class Holder {
        private final Future<String> future;
        private int asked;

        public Holder(Future<String> future) {
            if (future == null) {
                throw new IllegalArgumentException();
            }
            this.future = future;
        }

        public boolean isDone() {
            return future.isDone();
        }

        public int asked() {
            return asked;
        }

        public String get() throws InterruptedException {
            asked++;
            try {
                return future.get(); // expect: reached
            } catch (ExecutionException e) {
                return "failed"; // expect: reached
            }
        }
    }

    public static int taken(BlockingQueue<String> queue) {
        try {
            queue.take();
            return 0; // expect: reached
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1; // expect: reached
        }
    }

    public static int slept(int time) throws InterruptedException {
        if (time > 3) {
            Thread.sleep(1);
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int interrupted(int time) {
        if (time > 3) {
            Thread.currentThread().interrupt();
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int unwrapped(Future<Integer> future) throws Throwable {
        try {
            return future.get() == null ? 0 : 1; // expect: true reached, false reached
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof RuntimeException) {
                throw cause; // expect: reached
            }
            if (cause instanceof Error) {
                throw (Error) cause; // expect: reached
            }
            return 2; // expect: reached
        }
    }
}
