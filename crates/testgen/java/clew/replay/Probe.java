package clew.replay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What one recorded run has executed, as {@link Instrumenter} has the code under test tell it.
 *
 * <p>Each {@link RecordingLoader} defines this class anew, so that no run sees what another has executed. It needs no other class
 * of the harness, none of which the code under test can see.
 */
public final class Probe {
    /** Whether each point was executed, by its number. During a run it only grows. */
    private static boolean[] executed = new boolean[1024];

    /** The threads that were there before the run, such as the one that runs finalizers of earlier ones. */
    private static Set<Thread> strangers;

    /** The classes whose initializers have begun and not ended, by their names in class files. */
    private static final Set<String> INITIALIZING = new HashSet<>();

    /** The static fields that were written after the initializers of their classes, by number, with their values before. */
    private static Map<Integer, Object> written = new HashMap<>();

    /** The same, for a look without a lock. During a run it only grows. */
    private static boolean[] isWritten = new boolean[64];

    /** Who is told of classes that were initialized. */
    private static Consumer<String> observer;

    private Probe() {}

    /** From now on somebody is told of each class whose initializer has ended, by its name in class files. */
    public static synchronized void tell(Consumer<String> newObserver) {
        observer = newObserver;
    }

    /** Is called where the point is executed. */
    public static void pass(int point) {
        boolean[] known = executed;
        if (point >= known.length || !known[point]) {
            note(point);
        }
    }

    /** Is called before a jump that compares an integer with zero: the points of jumping and of going on follow each other. */
    public static void jump(int value, int opcode, int point) {
        jump(value, 0, opcode, point);
    }

    /** Is called before a jump that compares integers. The opcodes that compare with zero stand for all. */
    public static void jump(int left, int right, int opcode, int point) {
        boolean jumps;
        switch (opcode) {
            case 153: // ifeq
                jumps = left == right;
                break;
            case 154: // ifne
                jumps = left != right;
                break;
            case 155: // iflt
                jumps = left < right;
                break;
            case 156: // ifge
                jumps = left >= right;
                break;
            case 157: // ifgt
                jumps = left > right;
                break;
            default: // ifle
                jumps = left <= right;
        }
        pass(jumps ? point : point + 1);
    }

    /** Is called before a jump that is done where the two are the same object, or with {@code point} negated where not. */
    public static void jump(Object left, Object right, int point) {
        int first = point < 0 ? ~point : point;
        pass((left == right) == (point >= 0) ? first : first + 1);
    }

    /** Is called before a switch: a point for each key, in the ascending order of {@code keys}, and one for all other values. */
    public static void choose(int value, String keys, int point) {
        int low = 0;
        int high = keys.length() / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int key = keys.charAt(2 * middle) << 16 | keys.charAt(2 * middle + 1);
            if (key == value) {
                pass(point + middle);
                return;
            } else if (key < value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        pass(point + keys.length() / 2);
    }

    /** Is called where the initializer of a class begins. */
    public static synchronized void initializing(String type) {
        INITIALIZING.add(type);
    }

    /** Is called where it ends without an exception. A class that fails to be initialized has no state that anybody can see. */
    public static void initialized(String type) {
        Consumer<String> told;
        synchronized (Probe.class) {
            INITIALIZING.remove(type);
            told = observer;
        }
        if (told != null) {
            told.accept(type);
        }
    }

    /** Is called before a static field is written, with its value. */
    public static void write(int before, String owner, int field) {
        if (!isWritten(field)) {
            noteWritten(before, owner, field);
        }
    }

    /** As above. */
    public static void write(long before, String owner, int field) {
        if (!isWritten(field)) {
            noteWritten(before, owner, field);
        }
    }

    /** As above. */
    public static void write(float before, String owner, int field) {
        if (!isWritten(field)) {
            noteWritten(before, owner, field);
        }
    }

    /** As above. */
    public static void write(double before, String owner, int field) {
        if (!isWritten(field)) {
            noteWritten(before, owner, field);
        }
    }

    /** As above. */
    public static void write(Object before, String owner, int field) {
        if (!isWritten(field)) {
            noteWritten(before, owner, field);
        }
    }

    private static boolean isWritten(int field) {
        boolean[] known = isWritten;
        return field < known.length && known[field];
    }

    private static synchronized void noteWritten(Object before, String owner, int field) {
        if (isWritten(field) || INITIALIZING.contains(owner)) {
            return;
        }
        if (strangers != null && strangers.contains(Thread.currentThread())) {
            return;
        }
        written.put(field, before);
        if (field >= isWritten.length) {
            isWritten = Arrays.copyOf(isWritten, Math.max(2 * isWritten.length, field + 1));
        }
        isWritten[field] = true;
    }

    private static synchronized void note(int point) {
        if (strangers != null && strangers.contains(Thread.currentThread())) {
            return;
        }
        if (point >= executed.length) {
            executed = Arrays.copyOf(executed, Math.max(2 * executed.length, point + 1));
        }
        executed[point] = true;
    }

    /** For the harness: a run begins, in which the execution of these does not count. */
    public static synchronized void begin(Set<Thread> others) {
        strangers = others;
        executed = new boolean[1024];
        written = new HashMap<>();
        isWritten = new boolean[64];
    }

    /** For the harness: the static fields that were written so far, with their values before. */
    public static synchronized Map<Integer, Object> written() {
        return new HashMap<>(written);
    }

    /** For the harness: what was executed so far. */
    public static synchronized boolean[] executed() {
        return executed.clone();
    }
}
