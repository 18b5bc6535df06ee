package clew.replay;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A round: the classes are loaded afresh, and operations are done on them, one after the other or by several threads. */
final class AttackRound {
    /** How much processor time an operation may use, and how long it may wait, until it is given up, in nanoseconds. */
    private static final long OPERATION_NANOS = 2_000_000_000L;

    /** How long an operation may take on a machine that does other work too. */
    private static final long CLOCK_NANOS = 20_000_000_000L;

    /** How long a round may take. */
    private static final long ROUND_NANOS = 15_000_000_000L;

    /** How long is waited between two looks at the threads, in milliseconds. */
    private static final long STEP_MILLIS = 10;

    private static final ThreadMXBean TIMES = ManagementFactory.getThreadMXBean();

    /** How many operations a thread that is not alone does between two looks at what is reached. */
    private static final int THREADS_STEP = 20;

    /** How many objects are kept for later operations. */
    private static final int MAX_POOL = 300;

    final AttackPlan plan;
    final AttackApi api;
    final long number;
    final AttackPhase phase;

    /** The operations that are done; {@code null} for all. */
    private final BitSet kept;

    /** What is called, in words; {@code null} where nobody asks. */
    final AttackLog log;

    final List<Hit> hits = new ArrayList<>();

    /** The operations in which the virtual machine ran out of something. */
    final BitSet exhausted = new BitSet();

    AttackSeen seen;
    volatile boolean isOver;

    /** The method that does not end. */
    volatile String stuck;

    private final List<Worker> workers = new ArrayList<>();
    private final List<Object> pool = new ArrayList<>();
    private final Map<Class<?>, Class<?>> types = new ConcurrentHashMap<>();
    private final Map<Member, AccessibleObject> members = new ConcurrentHashMap<>();
    private RecordingLoader loader;
    private final BitSet told;
    private final AtomicLong calls = new AtomicLong();

    /** A goal that was reached. */
    static final class Hit {
        final int goal;
        final int worker;
        final int operation;
        final String call;

        Hit(int goal, Worker worker) {
            this.goal = goal;
            this.worker = worker.number;
            operation = worker.operation;
            call = worker.last;
        }
    }

    /** {@code told} are the goals that are known to be reached already. */
    AttackRound(AttackPlan plan, AttackApi api, long number, BitSet kept, AttackLog log, BitSet told) {
        this.plan = plan;
        this.api = api;
        this.number = number;
        this.kept = kept;
        this.log = log;
        this.told = (BitSet) told.clone();
        phase = plan.phase(number);
    }

    /** Does it all. The locale, the time zone and the properties are afterwards what they were. */
    void run() throws IOException, ReflectiveOperationException, InterruptedException {
        Properties properties = (Properties) System.getProperties().clone();
        Locale[] locales = {Locale.getDefault(), Locale.getDefault(Locale.Category.DISPLAY), Locale.getDefault(Locale.Category.FORMAT)};
        TimeZone zone = TimeZone.getDefault();
        List<String> path = new ArrayList<>(plan.roots);
        path.addAll(plan.needs);
        loader = new RecordingLoader(path, plan.roots, 1);
        loader.begin();
        seen = new AttackSeen(plan, api, loader);
        int count = phase == AttackPhase.THREADS ? 2 + (int) (number / AttackPhase.values().length % 3) : 1;
        for (int at = 0; at < count; at++) {
            workers.add(new Worker(at));
        }
        try {
            workers.forEach(Thread::start);
            watch();
        } finally {
            System.setProperties(properties);
            Locale.setDefault(locales[0]);
            Locale.setDefault(Locale.Category.DISPLAY, locales[1]);
            Locale.setDefault(Locale.Category.FORMAT, locales[2]);
            TimeZone.setDefault(zone);
            loader.close();
        }
    }

    private void watch() throws InterruptedException {
        long start = System.nanoTime();
        while (workers.stream().anyMatch(Thread::isAlive)) {
            for (Worker worker : workers) {
                worker.join(STEP_MILLIS);
            }
            long now = System.nanoTime();
            isOver |= now - start > ROUND_NANOS;
            for (Worker worker : workers) {
                long began = worker.began;
                if (worker.isAlive() && began != 0 && now - began > OPERATION_NANOS && isLate(worker, now - began)) {
                    giveUp(worker, began);
                }
            }
            if (stuck != null) {
                return;
            }
        }
    }

    private static boolean isLate(Worker worker, long passed) {
        boolean waits = worker.getState() != Thread.State.RUNNABLE;
        long used = TIMES.isThreadCpuTimeSupported() ? TIMES.getThreadCpuTime(worker.getId()) - worker.used : passed;
        return waits || used > OPERATION_NANOS || passed > CLOCK_NANOS;
    }

    /** What waits may go on when it is interrupted; what does not is left behind. */
    private void giveUp(Worker worker, long began) throws InterruptedException {
        String last = worker.last;
        isOver = true;
        look(worker);
        workers.forEach(Thread::interrupt);
        worker.join(500);
        if (worker.isAlive() && worker.began == began) {
            stuck = last;
        }
    }

    /** Whether this round may be done again with the same end. */
    boolean isRepeatable() {
        return workers.size() == 1;
    }

    /** Notes what is reached and was not before. */
    private synchronized void look(Worker worker) {
        BitSet reached = seen.reached();
        reached.andNot(told);
        reached.stream().forEach(goal -> hits.add(new Hit(goal, worker)));
        told.or(reached);
    }

    /** A class as this round has it. */
    Class<?> type(Class<?> scanned) {
        if (scanned.isArray()) {
            return Array.newInstance(type(scanned.getComponentType()), 0).getClass();
        }
        if (api.classes.get(scanned.getName()) != scanned) {
            return scanned;
        }
        return types.computeIfAbsent(
                scanned,
                known -> {
                    try {
                        return Class.forName(known.getName(), false, loader);
                    } catch (ClassNotFoundException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                });
    }

    /** A member as this round has it. */
    AccessibleObject member(Member scanned) {
        return members.computeIfAbsent(
                scanned,
                known -> {
                    try {
                        return find(known);
                    } catch (ReflectiveOperationException impossible) {
                        throw new IllegalStateException(impossible);
                    }
                });
    }

    private AccessibleObject find(Member known) throws ReflectiveOperationException {
        Class<?> owner = type(known.getDeclaringClass());
        AccessibleObject found;
        if (known instanceof Field) {
            found = owner.getDeclaredField(known.getName());
        } else {
            Class<?>[] parameters = ((Executable) known).getParameterTypes();
            for (int at = 0; at < parameters.length; at++) {
                parameters[at] = type(parameters[at]);
            }
            found = known instanceof Constructor
                    ? owner.getDeclaredConstructor(parameters)
                    : method(owner, (Method) known, parameters);
        }
        if (owner.getClassLoader() == loader) {
            found.setAccessible(true);
        }
        return found;
    }

    /** Of several that differ in what they return alone, the one that is meant. */
    private Method method(Class<?> owner, Method known, Class<?>[] parameters) throws ReflectiveOperationException {
        for (Method method : owner.getDeclaredMethods()) {
            boolean isMeant = method.getName().equals(known.getName())
                    && method.getReturnType() == type(known.getReturnType())
                    && java.util.Arrays.equals(method.getParameterTypes(), parameters);
            if (isMeant) {
                return method;
            }
        }
        throw new NoSuchMethodException(known.toString());
    }

    /** Keeps an object for later operations. */
    void keep(Object made) {
        if (made == null || made instanceof String || made instanceof Number || made instanceof Boolean || made instanceof Character) {
            return;
        }
        synchronized (pool) {
            if (pool.size() >= MAX_POOL) {
                Collections.swap(pool, (int) (number * 31 + pool.size()) % MAX_POOL, MAX_POOL - 1);
                pool.remove(MAX_POOL - 1);
            }
            pool.add(made);
        }
    }

    /** A kept object of a type; {@code null} where there is none. */
    Object pick(Class<?> type, AttackRandom random) {
        synchronized (pool) {
            int size = pool.size();
            int start = size == 0 ? 0 : random.below(size);
            for (int at = 0; at < size; at++) {
                Object kept = pool.get((start + at) % size);
                if (type.isInstance(kept)) {
                    return kept;
                }
            }
            return null;
        }
    }

    /** Forgets kept objects: every second one, or all. */
    void forget(boolean all) {
        synchronized (pool) {
            for (int at = pool.size() - 1; at >= 0; at -= all ? 1 : 2) {
                pool.remove(at);
            }
        }
    }

    /** A call is made. */
    void count() {
        calls.incrementAndGet();
    }

    long calls() {
        return calls.get();
    }

    ClassLoader loader() {
        return loader;
    }

    /** A thread that does operations. */
    final class Worker extends Thread {
        final int number;

        /** When the operation began; 0 between operations. */
        volatile long began;

        /** The processor time that was used before the operation. */
        volatile long used;

        /** What was called last. */
        volatile String last = "";

        int operation;

        Worker(int number) {
            super("attack-" + number);
            this.number = number;
            setDaemon(true);
            setContextClassLoader(loader);
        }

        @Override
        public void run() {
            long count = plan.number("operations");
            for (operation = 0; operation < count && !isOver; operation++) {
                if (kept != null && !kept.get(operation)) {
                    continue;
                }
                used = TIMES.isCurrentThreadCpuTimeSupported() ? TIMES.getCurrentThreadCpuTime() : 0;
                began = System.nanoTime();
                boolean isExhausted = !isDone();
                began = 0;
                if (isExhausted) {
                    synchronized (exhausted) {
                        exhausted.set(operation);
                    }
                    forget(true);
                }
                // Looking holds threads up that are to meet in the code under attack.
                if (phase != AttackPhase.THREADS || operation % THREADS_STEP == 0) {
                    look(this);
                }
            }
            look(this);
        }

        private boolean isDone() {
            AttackCalls calls = new AttackCalls(AttackRound.this, this);
            try {
                new AttackOperation(AttackRound.this, calls).run();
            } catch (VirtualMachineError error) {
                return false;
            } catch (Throwable ofTheAttack) {
                return !calls.isExhausted;
            }
            return !calls.isExhausted;
        }
    }
}
