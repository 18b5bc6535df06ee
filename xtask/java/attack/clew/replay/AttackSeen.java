package clew.replay;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which of the attacked points the code in a loader has executed. */
final class AttackSeen {
    /** How many causes of an exception are looked at. */
    private static final int MAX_CAUSES = 8;

    private final AttackPlan plan;
    private final AttackApi api;
    private final RecordingLoader loader;
    private final Map<String, RecordedClass> loaded;
    private final Field executed;

    /** The numbers of the probes of each goal, of its method, and of the line before; {@code null} while its class is not loaded. */
    private final int[][] points;

    private final int[][] methods;
    private final int[][] nears;
    private final Map<String, List<Integer>> exceptions = new HashMap<>();
    private final BitSet arisen = new BitSet();
    private int known;

    @SuppressWarnings("unchecked")
    AttackSeen(AttackPlan plan, AttackApi api, RecordingLoader loader) throws ReflectiveOperationException {
        this.plan = plan;
        this.api = api;
        this.loader = loader;
        Field field = RecordingLoader.class.getDeclaredField("loaded");
        field.setAccessible(true);
        loaded = (Map<String, RecordedClass>) field.get(loader);
        executed = Class.forName(Probe.class.getName(), false, loader).getDeclaredField("executed");
        executed.setAccessible(true);
        int count = plan.goals.size();
        points = new int[count][];
        methods = new int[count][];
        nears = new int[count][];
        for (AttackPlan.Goal goal : plan.goals) {
            if (goal.isException()) {
                exceptions.computeIfAbsent(goal.arising(), key -> new ArrayList<>()).add(goal.id);
            }
        }
    }

    /** An exception came out of a call. */
    void thrown(Throwable thrown) {
        Throwable cause = thrown;
        for (int at = 0; !exceptions.isEmpty() && cause != null && at < MAX_CAUSES; at++) {
            try {
                note(cause);
                cause = cause.getCause();
            } catch (Throwable itsOwn) {
                return;
            }
        }
    }

    private void note(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        if (frames == null || frames.length == 0 || frames[0] == null) {
            return;
        }
        StackTraceElement first = frames[0];
        String place = first.getClassName() + "#" + first.getMethodName() + ":" + first.getLineNumber();
        List<Integer> goals = exceptions.get(place + ":" + thrown.getClass().getName());
        if (goals != null && !api.throughInterfaces.contains(place)) {
            synchronized (arisen) {
                goals.forEach(arisen::set);
            }
        }
    }

    /** The goals that are reached so far. */
    synchronized BitSet reached() {
        resolve();
        boolean[] executed = executed();
        BitSet reached;
        synchronized (arisen) {
            reached = (BitSet) arisen.clone();
        }
        for (int goal = 0; goal < points.length; goal++) {
            if (isAny(points[goal], executed)) {
                reached.set(goal);
            }
        }
        return reached;
    }

    /** The goals whose method was executed. */
    synchronized BitSet enteredMethods() {
        return any(methods);
    }

    /** The goals whose method was executed up to the line before. */
    synchronized BitSet near() {
        return any(nears);
    }

    private BitSet any(int[][] numbers) {
        resolve();
        boolean[] executed = executed();
        BitSet found = new BitSet();
        for (int goal = 0; goal < numbers.length; goal++) {
            if (isAny(numbers[goal], executed)) {
                found.set(goal);
            }
        }
        return found;
    }

    private static boolean isAny(int[] numbers, boolean[] executed) {
        if (numbers != null) {
            for (int number : numbers) {
                if (number < executed.length && executed[number]) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean[] executed() {
        try {
            return (boolean[]) executed.get(null);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Finds the probes of classes that were loaded since. */
    private void resolve() {
        if (loaded.size() == known) {
            return;
        }
        Map<String, RecordedClass> now;
        synchronized (loader) {
            now = new HashMap<>(loaded);
        }
        known = now.size();
        for (AttackPlan.Goal goal : plan.goals) {
            RecordedClass made = now.get(goal.owner);
            if (made != null && points[goal.id] == null) {
                resolve(goal, made.methods);
            }
        }
    }

    private void resolve(AttackPlan.Goal goal, Collection<RecordedClass.RecordedMethod> all) {
        points[goal.id] = new int[0];
        for (RecordedClass.RecordedMethod method : all) {
            if (method.name.equals(goal.name) && method.descriptor.equals(goal.descriptor)) {
                points[goal.id] = numbers(method, goal.point);
                methods[goal.id] = numbers(method, null);
                nears[goal.id] = goal.near.equals("-") ? methods[goal.id] : numbers(method, goal.near);
            }
        }
    }

    /** The numbers of the probes that tell of a point, or of all. */
    private static int[] numbers(RecordedClass.RecordedMethod method, String point) {
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at < method.points.size(); at++) {
            if (point == null || method.points.get(at).equals(point)) {
                found.add(method.first + at);
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }
}
