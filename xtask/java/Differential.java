import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.zip.CRC32;
import sun.misc.Unsafe;

/**
 * Calls methods and constructors on the inputs that the resource {@code calls} holds, and tells how each call ends.
 *
 * <p>The first line of the resource says what is asked for. A line {@code method class name descriptor} names a method, and each line
 * after it is a call: {@code state} or {@code end}, and values separated by spaces, first the object of an instance method, then the
 * arguments in the order of the parameters. Of a call two things are told: its end, as {@link #call} writes it, and after {@code state}
 * what it leaves, as {@link State} does. The calls are made twice, the second time in the opposite order; one that comes out otherwise is
 * told as {@code *}. For {@code text} the texts are the answer, for {@code sums} their check sums, and for {@code sum} one check sum of
 * these for each method. The answer is the message of the exception that {@link #run} ends with.
 */
public final class Differential {
    private static final int MAX_DEPTH = 6;
    /** What is told of a call at which the virtual machine itself comes to an end, and of one on no object. */
    private static final String LOST = "?";

    public void run() throws Exception {
        List<String> lines = lines();
        boolean whole = lines.get(0).equals("text");
        List<Executable> methods = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ");
            boolean named = words[0].equals("method");
            methods.add(named ? find(words[1], words[2], words[3]) : methods.isEmpty() ? null : last(methods));
        }
        String[] ends = new String[lines.size()];
        for (int at = 1; at < ends.length; at++) {
            ends[at] = told(methods.get(at), lines.get(at), whole);
        }
        for (int at = ends.length - 1; at > 0; at--) {
            if (ends[at] != null && !ends[at].equals(told(methods.get(at), lines.get(at), whole))) {
                ends[at] = "*";
            }
        }
        throw new IllegalStateException("differential " + answer(ends, lines.get(0).equals("sum")));
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    /** What is told of the call that a line says; nothing where it only names the method. */
    private static String told(Executable method, String line, boolean whole) throws ReflectiveOperationException {
        StringTokenizer tokens = new StringTokenizer(line, " ");
        String asked = tokens.nextToken();
        if (asked.equals("method")) {
            return null;
        }
        StringBuilder state = new StringBuilder();
        String end = call(method, tokens, state);
        String left = !asked.equals("state") ? "" : whole ? state.toString() : sum(state.toString());
        return (whole ? end : sum(end)) + "/" + left;
    }

    private static String answer(String[] ends, boolean together) {
        StringBuilder answer = new StringBuilder();
        StringBuilder method = new StringBuilder();
        for (int at = 1; at <= ends.length; at++) {
            if (at == ends.length || ends[at] == null) {
                String text = method.toString().trim();
                answer.append(' ').append(together && !text.isEmpty() ? sum(text) : text);
                method.setLength(0);
            } else {
                method.append(' ').append(ends[at]);
            }
        }
        return answer.toString();
    }

    private static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                Differential.class.getResourceAsStream("calls"), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        }
        return lines;
    }

    private static Executable find(String owner, String name, String descriptor) throws ReflectiveOperationException {
        Class<?> declaring = load(owner);
        boolean constructs = name.equals("<init>");
        for (Executable method : constructs ? declaring.getDeclaredConstructors() : declaring.getDeclaredMethods()) {
            Class<?> result = constructs ? void.class : ((Method) method).getReturnType();
            String found = MethodType.methodType(result, method.getParameterTypes()).toMethodDescriptorString();
            if ((constructs || method.getName().equals(name)) && found.equals(descriptor)) {
                if (declaring.getClassLoader() != null) {
                    method.setAccessible(true);
                }
                return method;
            }
        }
        throw new NoSuchMethodException(owner + " " + name + " " + descriptor);
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, Differential.class.getClassLoader());
    }

    private static Object invoke(Executable method, Object receiver, Object[] arguments)
            throws ReflectiveOperationException {
        return method instanceof Constructor
                ? ((Constructor<?>) method).newInstance(arguments)
                : ((Method) method).invoke(receiver, arguments);
    }

    private static boolean isCalledOnObject(Executable method) {
        return method instanceof Method && !Modifier.isStatic(method.getModifiers());
    }

    private static String call(Executable method, StringTokenizer tokens, StringBuilder state)
            throws ReflectiveOperationException {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        Object receiver;
        try {
            receiver = isCalledOnObject(method) ? read(tokens, arguments) : null;
            for (int at = 0; at < types.length; at++) {
                arguments[at] = read(tokens, arguments);
            }
        } catch (InvocationTargetException e) {
            return e.getCause() instanceof VirtualMachineError ? LOST : "W" + e.getCause().getClass().getName();
        } catch (NoObjectException e) {
            return LOST;
        }
        State shown = new State(state);
        StringBuilder end = new StringBuilder();
        try {
            Object result = invoke(method, receiver, arguments);
            end.append('V');
            if (method instanceof Constructor || ((Method) method).getReturnType() != void.class) {
                show(end, result, 0);
                if (method instanceof Constructor || !((Method) method).getReturnType().isPrimitive()) {
                    shown.root(result);
                }
            }
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof VirtualMachineError) {
                return LOST;
            }
            end.append('X').append(e.getCause().getClass().getName());
        }
        shown.root(receiver);
        for (int at = 0; at < types.length; at++) {
            if (types[at].isArray()) {
                end.append('|');
                show(end, arguments[at], 0);
            }
            if (!types[at].isPrimitive()) {
                shown.root(arguments[at]);
            }
        }
        return end.toString();
    }

    /** A value: a letter and what belongs to it. */
    private static Object read(StringTokenizer tokens, Object[] arguments) throws ReflectiveOperationException {
        String token = tokens.nextToken();
        String rest = token.substring(1);
        switch (token.charAt(0)) {
            case 'n':
                return null;
            case '@':
                return arguments[Integer.parseInt(rest)];
            case 'S':
                return string(rest);
            case '[': {
                int length = Integer.parseInt(rest);
                Class<?> array = load(tokens.nextToken());
                Object made = Array.newInstance(array.getComponentType(), length);
                for (int at = 0; at < length; at++) {
                    Array.set(made, at, read(tokens, arguments));
                }
                return made;
            }
            case 'E':
                return constant(rest);
            case 'M':
                return make(tokens, Integer.parseInt(rest));
            default:
                return primitive(token.charAt(0), rest);
        }
    }

    private static Object constant(String name) throws ReflectiveOperationException {
        int dot = name.lastIndexOf('.');
        Field field = load(name.substring(0, dot)).getDeclaredField(name.substring(dot + 1));
        field.setAccessible(true);
        return field.get(null);
    }

    /** The object that a call gives, after further calls of its methods. */
    private static Object make(StringTokenizer tokens, int further) throws ReflectiveOperationException {
        Object made = null;
        for (int at = 0; at <= further; at++) {
            Executable method = find(tokens.nextToken(), tokens.nextToken(), tokens.nextToken());
            Object[] arguments = new Object[method.getParameterCount()];
            for (int argument = 0; argument < arguments.length; argument++) {
                arguments[argument] = read(tokens, arguments);
            }
            Object result = invoke(method, made, arguments);
            made = at == 0 ? result : made;
            if (made == null) {
                throw new NoObjectException();
            }
        }
        return made;
    }

    private static Object primitive(char letter, String text) {
        switch (letter) {
            case 'Z':
                return text.equals("1");
            case 'B':
                return Byte.valueOf(text);
            case 'C':
                return (char) Integer.parseInt(text);
            case 'H':
                return Short.valueOf(text);
            case 'I':
                return Integer.valueOf(text);
            case 'J':
                return Long.valueOf(text);
            case 'F':
                return Float.intBitsToFloat(Integer.parseInt(text));
            default:
                return Double.longBitsToDouble(Long.parseLong(text));
        }
    }

    private static String string(String units) {
        StringBuilder made = new StringBuilder();
        for (StringTokenizer each = new StringTokenizer(units, "."); each.hasMoreTokens(); ) {
            made.append((char) Integer.parseInt(each.nextToken()));
        }
        // Of its own also where it is empty.
        return new String(made.toString());
    }

    /** Tells a value; of an object that is none of the kinds that {@link #isWhole} names, only the class. */
    private static void show(StringBuilder to, Object value, int depth) {
        if (value == null) {
            to.append('n');
        } else if (depth > MAX_DEPTH) {
            to.append('~');
        } else if (value.getClass().isArray()) {
            to.append('[').append(value.getClass().getName()).append(':');
            for (int at = 0; at < Array.getLength(value); at++) {
                show(to.append(at == 0 ? "" : ","), Array.get(value, at), depth + 1);
            }
            to.append(']');
        } else if (isWhole(value)) {
            whole(to, value);
        } else {
            to.append('O').append(name(value.getClass()));
        }
    }

    /** The name of a class, if it is the same in another run. */
    private static String name(Class<?> type) {
        return type.isHidden() ? "hidden" : type.getName();
    }

    private static boolean isWhole(Object value) {
        return value instanceof String
                || value instanceof StringBuilder
                || value instanceof StringBuffer
                || value instanceof Enum
                || value instanceof Class
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Number && isBox(value.getClass());
    }

    private static boolean isBox(Class<?> type) {
        return type == Integer.class
                || type == Long.class
                || type == Byte.class
                || type == Short.class
                || type == Float.class
                || type == Double.class;
    }

    private static void whole(StringBuilder to, Object value) {
        if (value instanceof CharSequence) {
            CharSequence text = (CharSequence) value;
            to.append(value instanceof String ? 'S' : 'T');
            for (int at = 0; at < text.length(); at++) {
                to.append(at == 0 ? "" : ".").append((int) text.charAt(at));
            }
        } else if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            to.append('E').append(constant.getClass().getName()).append('.').append(constant.name());
        } else if (value instanceof Class) {
            to.append('K').append(((Class<?>) value).getName());
        } else {
            plain(to, value);
        }
    }

    private static void plain(StringBuilder to, Object value) {
        if (value instanceof Boolean) {
            to.append('Z').append((Boolean) value ? 1 : 0);
        } else if (value instanceof Byte) {
            to.append('B').append(value);
        } else if (value instanceof Character) {
            to.append('C').append((int) (Character) value);
        } else if (value instanceof Short) {
            to.append('H').append(value);
        } else if (value instanceof Integer) {
            to.append('I').append(value);
        } else if (value instanceof Long) {
            to.append('J').append(value);
        } else if (value instanceof Float) {
            to.append('F').append(Float.floatToIntBits((Float) value));
        } else {
            to.append('D').append(Double.doubleToLongBits((Double) value));
        }
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    /** What was to make an object gives none. */
    private static final class NoObjectException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Objects with all that they hold, as far as their classes are of the program or of java.util. */
    private static final class State {
        private static final int MAX_SHOWN = 2000;
        private static final Unsafe UNSAFE = unsafe();

        private final StringBuilder to;
        private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();

        State(StringBuilder to) {
            this.to = to;
        }

        void root(Object value) throws ReflectiveOperationException {
            if (value != null) {
                open(to.append('|'), value);
            }
        }

        private void open(StringBuilder to, Object value) throws ReflectiveOperationException {
            if (value == null) {
                to.append('n');
            } else if (isWhole(value)) {
                whole(to, value);
            } else if (seen.containsKey(value)) {
                to.append('^').append(seen.get(value));
            } else if (seen.size() >= MAX_SHOWN) {
                to.append('~');
            } else {
                seen.put(value, seen.size());
                if (value.getClass().isArray()) {
                    to.append('[').append(value.getClass().getName()).append(':');
                    for (int at = 0; at < Array.getLength(value); at++) {
                        open(to.append(at == 0 ? "" : ","), Array.get(value, at));
                    }
                    to.append(']');
                } else {
                    fields(value);
                }
            }
        }

        private void fields(Object value) throws ReflectiveOperationException {
            to.append('O').append(name(value.getClass())).append('{');
            TreeMap<String, Field> fields = new TreeMap<>();
            for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : isOpened(type) ? type.getDeclaredFields() : new Field[0]) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        fields.put(type.getName() + "." + field.getName(), field);
                    }
                }
            }
            for (Map.Entry<String, Field> field : fields.entrySet()) {
                to.append(field.getKey()).append('=');
                open(to, get(value, field.getValue()));
                to.append(';');
            }
            to.append('}');
        }

        private static boolean isOpened(Class<?> type) {
            if (type.isHidden() || type == Locale.class) {
                return false;
            }
            ClassLoader loader = type.getClassLoader();
            String name = type.getName();
            boolean ofUtil = name.startsWith("java.util.") && name.indexOf('.', "java.util.".length()) < 0;
            return ofUtil || loader != null && loader != ClassLoader.getPlatformClassLoader();
        }

        /** Fields of the JDK are closed to reflection, but not to this; only those of records are. */
        private static Object get(Object value, Field field) throws ReflectiveOperationException {
            Class<?> type = field.getType();
            if (field.getDeclaringClass().isRecord()) {
                field.setAccessible(true);
                return field.get(value);
            }
            long at = UNSAFE.objectFieldOffset(field);
            if (type == boolean.class) {
                return UNSAFE.getBoolean(value, at);
            } else if (type == byte.class) {
                return UNSAFE.getByte(value, at);
            } else if (type == char.class) {
                return UNSAFE.getChar(value, at);
            } else if (type == short.class) {
                return UNSAFE.getShort(value, at);
            } else if (type == int.class) {
                return UNSAFE.getInt(value, at);
            } else if (type == long.class) {
                return UNSAFE.getLong(value, at);
            } else if (type == float.class) {
                return UNSAFE.getFloat(value, at);
            } else if (type == double.class) {
                return UNSAFE.getDouble(value, at);
            }
            return UNSAFE.getObject(value, at);
        }

        private static Unsafe unsafe() {
            try {
                Field field = Unsafe.class.getDeclaredField("theUnsafe");
                field.setAccessible(true);
                return (Unsafe) field.get(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
