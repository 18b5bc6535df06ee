package clew.replay;

import java.util.ArrayList;
import java.util.List;

/** One run of a task, a test or several, on classes of its own. */
final class TestRun implements Runnable {
    /** How long the threads and shutdown hooks that a test leaves behind may go on, in nanoseconds. */
    private static final long GRACE_NANOS = 300_000_000L;

    /** How often it is looked at whether the time of a test is over, in nanoseconds. */
    private static final long STEP_NANOS = 100_000_000L;

    /** Nanoseconds of a millisecond. */
    static final long NANOS = 1_000_000L;

    private final TestLoader loader;
    private final Task task;
    private volatile List<String> result;

    /** How much of its time the test has used, as {@link Effort} counts it, in nanoseconds. */
    private long used;

    private TestRun(TestLoader loader, Task task) {
        this.loader = loader;
        this.task = task;
    }

    /** Makes the loader of a run. */
    interface Loading {
        TestLoader loader() throws Exception;
    }

    /** What is run; it gives the last fields of the answer. */
    interface Task {
        List<String> run(TestLoader loader) throws Exception;

        /** Whether a part of it has used up its time, when all of it has used this many nanoseconds. */
        default boolean isLate(long used) {
            return false;
        }
    }

    /**
     * The rest of the answer, as {@link ReplayServer} describes it; it comes at the latest when the time and the time of grace
     * are over. The time is {@code millis} as {@link Effort} has it, and {@code clockMillis} of the clock.
     */
    static List<String> run(long millis, long clockMillis, Loading loading, Task task) {
        List<String> tried = new ArrayList<>();
        boolean isClean = false;
        long used = 0;
        List<String> result;
        try {
            TestRun run = new TestRun(loading.loader(), task);
            Globals globals = new Globals();
            Endings endings = new Endings();
            TestThreads threads = new TestThreads();
            Streams streams = new Streams();
            result = run.outcome(millis, clockMillis);
            used = run.used;
            try {
                tried.addAll(streams.complaints());
                tried.addAll(endings.complaints());
                long start = System.nanoTime();
                long deadline = start + GRACE_NANOS;
                // Both wait: a thread may add a hook, and a hook may leave a thread.
                isClean = threads.join(deadline) & endings.run(deadline) & threads.join(deadline);
                used += Math.min(System.nanoTime() - start, GRACE_NANOS);
                run.loader.ended(globals);
                globals.restore();
                run.loader.close();
                isClean &= !isGuarded();
            } catch (Throwable broken) {
                // The test has changed the JVM so much that it does not serve any more.
                isClean = false;
            }
        } catch (Throwable problem) {
            result = TestCall.error("the test could not be run: " + problem);
        }
        String state = isClean ? "clean" : "dirty";
        List<String> answer = Fields.list(String.join("\n", tried), state, Long.toString(used / NANOS));
        answer.addAll(result);
        return answer;
    }

    /** Whether a security manager was left behind, in a JDK that still has such. */
    private static boolean isGuarded() throws ReflectiveOperationException {
        try {
            return System.class.getMethod("getSecurityManager").invoke(null) != null;
        } catch (NoSuchMethodException withoutSuch) {
            return false;
        }
    }

    private List<String> outcome(long millis, long clockMillis) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("clew-test");
        Thread thread = new Thread(group, this, "clew-test");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        Effort effort = new Effort();
        long start = System.nanoTime();
        thread.start();
        long left = millis * NANOS;
        while (thread.isAlive()
                && left > 0
                && !task.isLate(used)
                && System.nanoTime() - start < clockMillis * NANOS) {
            long step = Math.min(left, STEP_NANOS);
            thread.join(1 + step / NANOS);
            used = effort.count(step);
            left = millis * NANOS - used;
        }
        List<String> seen = result;
        if (seen != null) {
            group.interrupt();
            return seen;
        }
        return thread.isAlive()
                ? Fields.list("timeout")
                : TestCall.error("the thread of the test ended without a result");
    }

    @Override
    public void run() {
        try {
            result = task.run(loader);
        } catch (Throwable problem) {
            result = TestCall.error("the test could not be called: " + problem);
        }
    }
}
