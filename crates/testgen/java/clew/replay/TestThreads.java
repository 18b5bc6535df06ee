package clew.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The threads that a test leaves behind. They go on with what the test has begun, so no other test may run beside them. */
final class TestThreads {
    private final Set<Thread> before = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Notes the threads that there are. */
    TestThreads() {
        before.addAll(all());
    }

    /** The threads that there were when this was made. */
    Set<Thread> before() {
        return before;
    }

    /** Waits for all threads that have come since this was made, as long as there is time; says whether all have ended. */
    boolean join(long deadline) throws InterruptedException {
        List<Thread> added = all();
        added.removeIf(before::contains);
        return join(added, deadline);
    }

    /** Waits for threads until the time, as {@link System#nanoTime} has it; says whether all have ended. */
    static boolean join(List<Thread> threads, long deadline) throws InterruptedException {
        for (Thread thread : threads) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            thread.join(Math.max(1, millis));
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[root.activeCount() + 16];
        int count = root.enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = root.enumerate(threads);
        }
        return new ArrayList<>(Arrays.asList(threads).subList(0, count));
    }
}
