package clew.replay;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

/**
 * How much of its time a test has used up: the processor time of this JVM, and the time in which all its threads wait.
 *
 * <p>Time in which a thread could run but gets no processor, because the machine is busy, is not the test's. It counts never
 * more than the clock, so that many threads may run at once. Where the system does not tell, it is the clock that counts.
 */
final class Effort {
    private static final File THREADS = new File("/proc/self/task");

    /** The states of threads, as the kernel has them, in which they do not wait for a processor or a disk. */
    private static final String WAITING = "SIZX";

    private final String ownThread = ownThread();
    private long used;
    private long clock = System.nanoTime();
    private long processor = processorTime();

    /** Counts what has passed since the last call or since this was made, at most {@code most}, and gives the sum; all in nanoseconds. */
    long count(long most) {
        long now = System.nanoTime();
        long worked = processorTime();
        // Whoever was kept from looking at the clock for longer was kept from running, too.
        long passed = Math.min(now - clock, most);
        boolean isTold = ownThread != null && worked >= 0;
        used += isTold && !isWaiting() ? Math.min(worked - processor, passed) : passed;
        clock = now;
        processor = worked;
        return used;
    }

    private static long processorTime() {
        return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(-1L);
    }

    private static String ownThread() {
        try {
            return new File("/proc/thread-self").getCanonicalFile().getName();
        } catch (IOException unknown) {
            return null;
        }
    }

    /** Whether all threads but this one wait. */
    private boolean isWaiting() {
        String[] threads = THREADS.list();
        if (threads == null) {
            return true;
        }
        for (String thread : threads) {
            if (!thread.equals(ownThread) && WAITING.indexOf(state(thread)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static char state(String thread) {
        try {
            File file = new File(new File(THREADS, thread), "stat");
            String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1);
            // Its name comes before, in parentheses, and may hold such.
            return text.charAt(text.lastIndexOf(')') + 2);
        } catch (IOException | IndexOutOfBoundsException ended) {
            return 'X';
        }
    }
}
