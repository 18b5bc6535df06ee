package clew.replay;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The objects behind static fields: whether a run leaves them as the initializers of their classes did.
 *
 * <p>It looks into objects of the program, arrays, collections, maps and atomic values: what the helper {@code stateOf} of the tests
 * puts back. Of other objects it knows which they are.
 */
final class HeldObjects {
    /** The methods by which the helper saves and restores collections and maps. */
    private static final Set<String> USED = Set.of(
            "add", "addAll", "clear", "entrySet", "iterator", "keySet", "put", "set", "size", "toArray", "values");

    /** The classes inside others whose objects are no views. */
    private static final Set<String> OTHERS = Set.of(
            "java.util.Arrays$ArrayList",
            "java.util.Collections$SetFromMap",
            "java.util.concurrent.ConcurrentHashMap$KeySetView");

    /** How many objects it looks into behind one field. What is behind more is not told. */
    private static final int MAX_OBJECTS = 2000;

    /** Which object has which number, for all fields and all times. */
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    /** What was behind each field when its class had been initialized. */
    private final Map<Field, String> before = new LinkedHashMap<>();

    /** Notes what the static fields of a class hold. */
    synchronized void note(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive() && !field.isSynthetic()) {
                String text = text(field);
                if (text != null) {
                    before.put(field, text);
                }
            }
        }
    }

    /** The static fields that hold the objects that they held, which are in another state. */
    synchronized Set<Field> changed() {
        Set<Field> changed = new HashSet<>();
        for (Map.Entry<Field, String> noted : before.entrySet()) {
            String now = text(noted.getKey());
            if (now != null && !now.equals(noted.getValue()) && root(now).equals(root(noted.getValue()))) {
                changed.add(noted.getKey());
            }
        }
        return changed;
    }

    /** What tells which object a field holds. */
    private static String root(String text) {
        return text.substring(0, text.indexOf('\n'));
    }

    /** What is behind a field, or {@code null} where that cannot be told. */
    private String text(Field field) {
        try {
            field.setAccessible(true);
            Walk walk = new Walk();
            walk.add(field.get(null));
            walk.text.append('\n');
            while (!walk.waiting.isEmpty()) {
                if (walk.seen.size() > MAX_OBJECTS) {
                    return null;
                }
                walk.look(walk.waiting.remove());
            }
            return walk.text.toString();
        } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
            // Somebody changes it at this moment, or keeps it to himself.
            return null;
        }
    }

    private final class Walk {
        private final StringBuilder text = new StringBuilder();
        private final Deque<Object> waiting = new ArrayDeque<>();
        private final Set<Integer> seen = new HashSet<>();

        /** Tells which object this is, or which value, and looks into it later. */
        void add(Object object) {
            if (object == null || isValue(object)) {
                text.append(object).append(' ');
                return;
            }
            int number = numbers.computeIfAbsent(object, unknown -> numbers.size());
            text.append('@').append(number).append(' ');
            if (seen.add(number)) {
                waiting.add(object);
            }
        }

        void look(Object object) throws ReflectiveOperationException {
            Class<?> type = object.getClass();
            text.append('\n').append(numbers.get(object)).append(": ");
            if (type.isArray()) {
                int length = Math.min(Array.getLength(object), MAX_OBJECTS);
                for (int at = 0; at < length; at++) {
                    add(Array.get(object, at));
                }
            }
            for (Class<?> part = type; isOfProgram(part); part = part.getSuperclass()) {
                fields(part, object);
            }
            if (object instanceof Map && isKept(type)) {
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) object).entrySet()) {
                    add(entry.getKey());
                    add(entry.getValue());
                }
            } else if (object instanceof Collection && isKept(type)) {
                for (Object element : (Collection<?>) object) {
                    add(element);
                }
            } else if (object instanceof AtomicReference) {
                add(((AtomicReference<?>) object).get());
            } else if (object instanceof AtomicInteger || object instanceof AtomicLong || object instanceof AtomicBoolean) {
                text.append(object);
            }
        }

        private void fields(Class<?> part, Object object) throws ReflectiveOperationException {
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    add(field.get(object));
                }
            }
        }
    }

    /** Whether it is one of the objects that nobody can change and that the JVM may make anew at any time. */
    private static boolean isValue(Object object) {
        return object instanceof String
                || object instanceof Integer
                || object instanceof Long
                || object instanceof Short
                || object instanceof Byte
                || object instanceof Character
                || object instanceof Boolean
                || object instanceof Float
                || object instanceof Double;
    }

    /**
     * Whether what a collection or a map of this class holds can be put back by its methods: it is no view of another one, and a class of
     * the program that extends one of the JDK leaves these methods as they are.
     */
    private static boolean isKept(Class<?> type) {
        Class<?> part = type;
        for (; isOfProgram(part); part = part.getSuperclass()) {
            for (Method method : part.getDeclaredMethods()) {
                if (USED.contains(method.getName())) {
                    return false;
                }
            }
        }
        String name = part.getName();
        return name.startsWith("java.util.")
                && (name.indexOf('$') < 0 || name.startsWith("java.util.Collections$Synchronized") || OTHERS.contains(name));
    }

    /** Whether a class comes from the class path and has a name. */
    private static boolean isOfProgram(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        boolean isOfJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
        return !isOfJdk && type.getName().indexOf('/') < 0;
    }
}
