// Pins: the running thread may be the one that the method is passed, which only a named bound excludes.
package corpus.threads;

public class RunningThread {
    public static boolean isOwn(Thread thread) {
        if (thread == Thread.currentThread()) {
            return true; // expect: unreachable(within if few_classes:java.lang.Thread)
        }
        return false; // expect: reached
    }
}
