package clew.replay;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.objectweb.asm.Type;

/** Loads classes as {@link TestLoader} does, and those under test with probes in them. */
final class RecordingLoader extends ChangingLoader {
    /** What has been made in this JVM, by the place of the class file, which stays what it is while this JVM is up. */
    private static final Map<String, RecordedClass> MADE = new HashMap<>();

    private final Map<String, RecordedClass> loaded = new TreeMap<>();
    private final Class<?> probe;

    /** What the runs have changed that others see, a line each. */
    private final Set<String> changed = new TreeSet<>();

    /** The objects behind the static fields of the classes under test. */
    private final HeldObjects held = new HeldObjects();

    /** How many runs are still to come in which these classes are used. */
    private int runs;

    /** For so many runs, one after the other. */
    RecordingLoader(List<String> classPath, List<String> roots, int runs)
            throws IOException, ReflectiveOperationException {
        super(classPath, roots);
        try (InputStream in = Probe.class.getResourceAsStream("Probe.class")) {
            byte[] bytes = in.readAllBytes();
            probe = defineClass(Probe.class.getName(), bytes, 0, bytes.length);
        }
        Consumer<String> observer = this::initialized;
        probe.getMethod("tell", Consumer.class).invoke(null, observer);
        this.runs = runs;
    }

    /** A run begins, in which the threads do not count that were there before. */
    void begin() throws ReflectiveOperationException {
        probe.getMethod("begin", Set.class).invoke(null, new TestThreads().before());
    }

    /** Whether a run is still to come. */
    boolean isWanted() {
        return runs > 0;
    }

    /**
     * Notes what the run leaves changed: a line {@code static/BEFORE/CLASS/FIELD/DESCRIPTOR} for a static field, where {@code BEFORE}
     * is the whole number that it held, or empty, and a line {@code held/CLASS/FIELD/DESCRIPTOR} for one that holds the same object in
     * another state.
     */
    @Override
    void ended(Globals before) {
        changed.addAll(before.changes());
        try {
            Map<?, ?> written = (Map<?, ?>) probe.getMethod("written").invoke(null);
            written.forEach((number, value) -> note(Instrumenter.field((Integer) number), value));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the probe is a class of the harness", impossible);
        }
        for (Field field : held.changed()) {
            String descriptor = Type.getDescriptor(field.getType());
            changed.add(String.join("/", "held", field.getDeclaringClass().getName(), field.getName(), descriptor));
        }
    }

    /** The initializer of a class has ended. */
    private void initialized(String type) {
        try {
            held.note(Class.forName(type.replace('/', '.'), false, this));
        } catch (ReflectiveOperationException | LinkageError unseen) {
            // Its objects are not looked at.
        }
    }

    private void note(StaticField named, Object before) {
        try {
            Field field = named.find(this);
            if (!isSame(before, field.get(null), field.getType())) {
                String type = field.getDeclaringClass().getName();
                String held = before instanceof Integer || before instanceof Long ? before.toString() : "";
                String number = field.getType().isPrimitive() ? held : "";
                String descriptor = Type.getDescriptor(field.getType());
                changed.add(String.join("/", "static", number, type, field.getName(), descriptor));
            }
        } catch (ReflectiveOperationException | LinkageError unseen) {
            // The class failed to be initialized: it has no state that another test could find.
        }
    }

    private static boolean isSame(Object before, Object now, Class<?> type) {
        if (!type.isPrimitive()) {
            return before == now;
        }
        // What is narrower than an int was seen as one.
        if (now instanceof Boolean) {
            return before.equals((Boolean) now ? 1 : 0);
        } else if (now instanceof Character) {
            return before.equals((int) (Character) now);
        } else if (now instanceof Byte || now instanceof Short) {
            return before.equals(((Number) now).intValue());
        }
        return before.equals(now);
    }

    /** The run is over. */
    @Override
    public void close() throws IOException {
        runs--;
        if (runs <= 0) {
            super.close();
        }
    }

    /**
     * What was executed: a field with what cannot be recorded of the classes that were loaded, a line each, one with what has
     * changed, then class, method, descriptor and points of each method.
     */
    synchronized List<String> record() throws ReflectiveOperationException {
        Method executed = probe.getMethod("executed");
        boolean[] points = (boolean[]) executed.invoke(null);
        List<String> unrecorded = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        for (RecordedClass made : loaded.values()) {
            unrecorded.addAll(made.unrecorded);
            fields.addAll(made.fields(points));
        }
        fields.add(0, String.join("\n", unrecorded));
        fields.add(1, String.join("\n", changed));
        return fields;
    }

    @Override
    byte[] changed(String name, URL found, File place) throws IOException {
        RecordedClass made = made(name, found, place);
        synchronized (this) {
            loaded.put(name, made);
        }
        return made.bytes;
    }

    private static RecordedClass made(String name, URL found, File root) throws IOException {
        synchronized (MADE) {
            RecordedClass made = MADE.get(found.toString());
            if (made == null) {
                made = Instrumenter.instrument(name, bytes(name.replace('.', '/') + ".class", root));
                MADE.put(found.toString(), made);
            }
            return made;
        }
    }
}
