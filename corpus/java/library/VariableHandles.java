// Handles of variables, as the classes of java.util.concurrent use them: a field or an element is read, written and exchanged.
package corpus.library;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

public final class VariableHandles {
    private static final VarHandle COUNT;
    private static final VarHandle NAME;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(VariableHandles.class, "count", int.class);
            NAME = lookup.findVarHandle(VariableHandles.class, "name", String.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    int count;
    String name;

    int advance(int by) {
        int before = (int) COUNT.getAndAdd(this, by);
        if (before > 3 && count == 12) { // expect: true reached, false reached
            return before;
        }
        return before + by == count ? 1 : 0; // expect: true reached, false unreachable
    }

    int rename(String to) {
        if (NAME.compareAndSet(this, null, to)) { // expect: true reached, false reached
            return (String) NAME.getVolatile(this) == to ? 1 : 0; // expect: true reached, false unreachable
        }
        return name == null ? 1 : 2; // expect: true unreachable, false reached
    }

    int replaced() {
        if (name == null || name.length() != 1) {
            return 0;
        }
        if (NAME.compareAndSet(this, "x", "y")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return name.equals("y") ? 2 : 3; // expect: true reached, false reached
    }

    static int ofElements(int[] numbers, int index) {
        VarHandle handle = MethodHandles.arrayElementVarHandle(int[].class);
        int before = (int) handle.getAndSet(numbers, index, 4);
        return before == 9 ? numbers[index] : -1; // expect: true reached, false reached
    }

    static long ofOthers(long[] numbers) {
        VarHandle handle = MethodHandles.arrayElementVarHandle(int[].class);
        return (long) handle.get(numbers, 0) == 7 ? 1 : 2; // expect: true undecided(handle), false undecided(handle)
    }

    int malformed() {
        COUNT.set(this);
        return 1; // expect: undecided(handle)
    }

    static int exchanged(String one, String two) {
        AtomicReference<String> place = new AtomicReference<>(one);
        place.set(two);
        if (place.getAndSet("x") == two) { // expect: true reached, false unreachable
            return 1;
        }
        return 2; // expect: unreachable
    }

    static int updated(int by) {
        AtomicReference<Integer> place = new AtomicReference<>(7);
        return place.updateAndGet(number -> number + by) == 10 ? 1 : 2; // expect: true reached, false reached
    }

    static int element(int index) {
        AtomicIntegerArray numbers = new AtomicIntegerArray(3);
        numbers.set(index, 5);
        return numbers.addAndGet(index, 2) == 7 ? 1 : 2; // expect: true reached, false unreachable
    }

    static int once(boolean set) {
        AtomicBoolean flag = new AtomicBoolean(set);
        if (flag.compareAndSet(true, false)) { // expect: true reached, false reached
            return flag.get() ? 0 : 1; // expect: true unreachable, false reached
        }
        return 2;
    }

    static int computed(int number) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> number * 2);
        task.run();
        return task.get() == 14 ? 1 : 2; // expect: true reached, false reached
    }

    static int queued(int number) {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        queue.add(number);
        queue.add(number + 1);
        queue.poll();
        return queue.peek() == 4 ? 1 : 2; // expect: true reached, false reached
    }
}
