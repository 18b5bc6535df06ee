package clew.replay;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/**
 * What static fields of classes of the JDK hold once these are initialized, and the objects behind them, as text.
 *
 * <p>Each class is initialized and read before the next one is, so that what it holds is what its initializer left. One record a
 * line, words separated by spaces:
 *
 * <pre>
 * C CLASS before | now                a class, and whether it was initialized before it was asked for; its static fields follow
 * P NAME                              a system property that was asked for when it was initialized
 * O ID CLASS                          an object; its fields follow
 * F CLASS NAME DESCRIPTOR VALUE       a field, and the class that declares it
 * A ID DESCRIPTOR VALUE...            an array
 * S ID UNITS                          a string, each unit as four hexadecimal digits
 * </pre>
 *
 * <p>What calls return is told like static fields of a class whose name is {@code =}, the class, a dot and the method; the names of
 * these fields are the arguments, as {@link KnownCalls} has them.
 *
 * <p>A value is {@code i} and a number (of floats and doubles the bits), {@code n} for null, {@code c} and the descriptor of a
 * {@code Class}, {@code e}, a class, {@code :} and the name of a constant of an enum, {@code @} and the id of an object, or
 * {@code ?} for what is not told.
 */
final class Snapshot {
    /** The greatest number of elements of an array that is read. */
    private static final int MAX_ELEMENTS = 1 << 13;

    /** The greatest number of objects that are read. */
    private static final int MAX_OBJECTS = 60_000;

    /** How the names of classes begin whose objects belong to the running machine, to its threads or to its collector. */
    private static final String[] OF_MACHINE = {
        "java.io.File",
        "java.lang.AbstractStringBuilder",
        "java.lang.ClassLoader",
        "java.lang.ClassValue",
        "java.lang.InheritableThreadLocal",
        "java.lang.Module",
        "java.lang.Process",
        "java.lang.Runtime",
        "java.lang.Thread",
        "java.lang.invoke.",
        "java.lang.ref.",
        "java.lang.reflect.",
        "java.net.",
        "java.nio.file.",
        "java.security.",
        "java.util.ImmutableCollections$MapN",
        "java.util.ImmutableCollections$SetN",
        "java.util.ServiceLoader",
        "java.util.WeakHashMap",
        "java.util.concurrent.locks.",
        "java.util.jar.",
        "java.util.zip.",
        "jdk.internal.loader.",
        "jdk.internal.misc.",
        "jdk.internal.ref.",
        "jdk.internal.reflect.",
        "sun.misc.Unsafe",
        "sun.nio.fs.",
        "sun.util.locale.provider.LocaleServiceProviderPool",
    };

    private final StringBuilder text = new StringBuilder();
    private final Map<Object, Integer> ids = new IdentityHashMap<>();
    private final Deque<Object> waiting = new ArrayDeque<>();
    private final Set<Class<?>> told = new HashSet<>();
    private final List<Class<?>> met = new ArrayList<>();
    private final Set<Package> open = new HashSet<>();
    private final Set<String> asked = new TreeSet<>();
    private final Method fieldsOf;
    private final Method opening;
    private final Method asking;
    private final Method offsetOf;
    private final Object unsafe;

    private Snapshot() throws ReflectiveOperationException {
        fieldsOf = Class.class.getDeclaredMethod("getDeclaredFields0", boolean.class);
        fieldsOf.setAccessible(true);
        opening = Module.class.getDeclaredMethod("implAddOpens", String.class, Module.class);
        opening.setAccessible(true);
        Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
        open(type);
        Method getter = type.getDeclaredMethod("getUnsafe");
        getter.setAccessible(true);
        unsafe = getter.invoke(null);
        asking = type.getDeclaredMethod("shouldBeInitialized", Class.class);
        asking.setAccessible(true);
        offsetOf = type.getDeclaredMethod("objectFieldOffset", Field.class);
        offsetOf.setAccessible(true);
        watchProperties();
    }

    /** Has it known which system properties are asked for. */
    private void watchProperties() throws ReflectiveOperationException {
        Properties watched = new Watched();
        watched.putAll(System.getProperties());
        System.setProperties(watched);
        Class<?> machine = Class.forName("jdk.internal.misc.VM");
        open(machine);
        Field saved = machine.getDeclaredField("savedProps");
        saved.setAccessible(true);
        Map<String, String> kept = new WatchedMap();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) saved.get(null)).entrySet()) {
            kept.put((String) entry.getKey(), (String) entry.getValue());
        }
        saved.set(null, kept);
    }

    /** The system properties. */
    private final class Watched extends Properties {
        private static final long serialVersionUID = 1;

        @Override
        public String getProperty(String name) {
            asked.add(name);
            return super.getProperty(name);
        }

        @Override
        public synchronized Object get(Object name) {
            asked.add(String.valueOf(name));
            return super.get(name);
        }
    }

    /** What the virtual machine has kept of them. */
    private final class WatchedMap extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String get(Object name) {
            asked.add(String.valueOf(name));
            return super.get(name);
        }
    }

    /** The text of the classes, in this order, and of the classes of the objects that are found. */
    static String of(List<String> classes) throws ReflectiveOperationException {
        Snapshot snapshot = new Snapshot();
        for (String name : classes) {
            Class<?> type;
            try {
                type = Class.forName(name, false, null);
            } catch (ClassNotFoundException | LinkageError missing) {
                continue;
            }
            snapshot.tell(type);
        }
        for (KnownCalls calls : KnownCalls.ALL) {
            snapshot.tell(calls);
        }
        for (int next = 0; next < snapshot.met.size(); next++) {
            snapshot.tell(snapshot.met.get(next));
        }
        return snapshot.text.toString();
    }

    private void tell(Class<?> type) throws ReflectiveOperationException {
        if (type.isArray() || !told.add(type)) {
            return;
        }
        boolean isEarly = !(Boolean) asking.invoke(unsafe, type);
        asked.clear();
        try {
            Class.forName(type.getName(), true, null);
        } catch (ClassNotFoundException | LinkageError failure) {
            return;
        }
        text.append("C ").append(Type.getInternalName(type)).append(isEarly ? " before\n" : " now\n");
        for (String property : asked) {
            text.append("P ").append(property).append('\n');
        }
        fields(type, null);
        while (!waiting.isEmpty()) {
            object(waiting.remove());
        }
    }

    /** What calls return, as static fields of a class of its own. */
    private void tell(KnownCalls calls) throws ReflectiveOperationException {
        Method method = calls.method();
        open(method.getDeclaringClass());
        method.setAccessible(true);
        String name = '=' + Type.getInternalName(method.getDeclaringClass()) + '.' + method.getName();
        text.append("C ").append(name).append(" now\n");
        asked.clear();
        for (Map.Entry<String, Object[]> call : calls.arguments().entrySet()) {
            text.append("F ").append(name).append(' ').append(call.getKey()).append(' ');
            text.append(Type.getDescriptor(method.getReturnType())).append(' ');
            try {
                value(method.getReturnType(), method.invoke(null, call.getValue()));
            } catch (InvocationTargetException failure) {
                text.append('?');
            }
            text.append('\n');
        }
        for (String property : asked) {
            text.append("P ").append(property).append('\n');
        }
        while (!waiting.isEmpty()) {
            object(waiting.remove());
        }
    }

    private void object(Object object) throws ReflectiveOperationException {
        Class<?> type = object.getClass();
        int id = ids.get(object);
        if (object instanceof String) {
            text.append("S ").append(id).append(' ');
            String content = (String) object;
            for (int at = 0; at < content.length(); at++) {
                text.append(String.format("%04x", (int) content.charAt(at)));
            }
            text.append('\n');
        } else if (type.isArray()) {
            text.append("A ").append(id).append(' ').append(Type.getDescriptor(type));
            int length = Array.getLength(object);
            for (int at = 0; at < length; at++) {
                text.append(' ');
                value(type.getComponentType(), Array.get(object, at));
            }
            text.append('\n');
        } else {
            text.append("O ").append(id).append(' ').append(Type.getInternalName(type)).append('\n');
            for (Class<?> part = type; part != null; part = part.getSuperclass()) {
                fields(part, object);
                met.add(part);
            }
        }
    }

    /** The static fields of a class, or the fields that it declares of an object. */
    private void fields(Class<?> type, Object object) throws ReflectiveOperationException {
        Set<Object> offsets = object == null ? offsets(type) : new HashSet<>();
        for (Field field : (Field[]) fieldsOf.invoke(type, false)) {
            if (Modifier.isStatic(field.getModifiers()) != (object == null)) {
                continue;
            }
            text.append("F ").append(Type.getInternalName(type)).append(' ').append(field.getName()).append(' ');
            text.append(Type.getDescriptor(field.getType())).append(' ');
            open(type);
            try {
                field.setAccessible(true);
                Object held = field.get(object);
                if (offsets.contains(held)) {
                    text.append('?');
                } else {
                    value(field.getType(), held);
                }
            } catch (RuntimeException closed) {
                text.append('?');
            }
            text.append('\n');
        }
    }

    /** Where this machine puts the fields of the objects of a class, and of those that are declared in it. */
    private Set<Object> offsets(Class<?> type) throws ReflectiveOperationException {
        Set<Object> offsets = new HashSet<>();
        List<Class<?>> owners = new ArrayList<>(Arrays.asList(type.getDeclaredClasses()));
        owners.add(type);
        for (Class<?> owner : owners) {
            for (Field field : (Field[]) fieldsOf.invoke(owner, false)) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    offsets.add(offsetOf.invoke(unsafe, field));
                }
            }
        }
        return offsets;
    }

    private void value(Class<?> type, Object value) {
        if (value == null) {
            text.append('n');
        } else if (type.isPrimitive()) {
            text.append('i').append(bits(value));
        } else if (value instanceof Class) {
            text.append('c').append(Type.getDescriptor((Class<?>) value));
        } else if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            Class<?> owner = constant.getDeclaringClass();
            text.append('e').append(Type.getInternalName(owner)).append(':').append(constant.name());
        } else if (isTold(value)) {
            Integer known = ids.get(value);
            if (known == null) {
                known = ids.size();
                ids.put(value, known);
                waiting.add(value);
            }
            text.append('@').append((int) known);
        } else {
            text.append('?');
        }
    }

    private static long bits(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        } else if (value instanceof Character) {
            return (Character) value;
        } else if (value instanceof Float) {
            return Float.floatToRawIntBits((Float) value);
        } else if (value instanceof Double) {
            return Double.doubleToRawLongBits((Double) value);
        }
        return ((Number) value).longValue();
    }

    private boolean isTold(Object object) {
        if (ids.size() >= MAX_OBJECTS && !ids.containsKey(object)) {
            return false;
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return Array.getLength(object) <= MAX_ELEMENTS;
        }
        if (type.isHidden() || type.getClassLoader() != null || object instanceof Throwable) {
            return false;
        }
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            for (String prefix : OF_MACHINE) {
                if (part.getName().startsWith(prefix)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void open(Class<?> type) throws IllegalAccessException, InvocationTargetException {
        if (open.add(type.getPackage())) {
            opening.invoke(type.getModule(), type.getPackage().getName(), Snapshot.class.getModule());
        }
    }
}
