import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Makes calls of the JDK, and tells how they end: in the message of the exception that {@link #run} ends with, one line for each call.
 *
 * <p>The resource {@code calls} has one call a line, as words. A call is {@code call CLASS NAME DESCRIPTOR KIND COUNT} and its arguments,
 * the receiver first; the kind is {@code static}, {@code virtual} or {@code new}. A value is {@code null}, {@code number TYPE WORD},
 * {@code box TYPE WORD}, {@code text LENGTH} and its units, {@code class NAME}, {@code array CLASS LENGTH} and its elements, or a call.
 * Floats are their bits. An end is {@code returned} and a value, {@code gave CLASS}, {@code threw CLASS}, or {@code ?} where there is
 * nothing to be told.
 */
public final class RealCalls {
    /** How long a text, and how long an array is at most that is told. */
    private static final int LONGEST = 160;

    private static final String NOTHING = "?";

    private final ClassLoader loader = RealCalls.class.getClassLoader();
    private Iterator<String> words;

    public void run() throws IOException {
        StringBuilder told = new StringBuilder("told");
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                RealCalls.class.getResourceAsStream("calls"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                words = Arrays.asList(line.split(" ")).iterator();
                told.append('\n').append(end());
            }
        }
        throw new IllegalStateException(told.toString());
    }

    /** How the call ends that is next. */
    private String end() {
        try {
            words.next();
            Invocation call = invocation();
            String before = arrays(call.arguments);
            Object value;
            try {
                value = call.run();
            } catch (InvocationTargetException thrown) {
                return "threw " + thrown.getCause().getClass().getName();
            }
            boolean changes = !before.equals(arrays(call.arguments));
            return changes || call.returns == void.class ? NOTHING : told(value, call.returns);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError problem) {
            return NOTHING;
        }
    }

    /** A call with its arguments. */
    private static final class Invocation {
        Constructor<?> constructor;
        Method method;
        Object receiver;
        Object[] arguments;
        Class<?> returns;

        Object run() throws ReflectiveOperationException {
            return constructor == null ? method.invoke(receiver, arguments) : constructor.newInstance(arguments);
        }
    }

    private Invocation invocation() throws ReflectiveOperationException {
        Invocation call = new Invocation();
        Class<?> owner = Class.forName(words.next(), true, loader);
        String name = words.next();
        MethodType type = MethodType.fromMethodDescriptorString(words.next(), loader);
        String kind = words.next();
        int count = Integer.parseInt(words.next());
        if (kind.equals("virtual")) {
            call.receiver = value();
            count--;
        }
        call.arguments = new Object[count];
        for (int i = 0; i < count; i++) {
            call.arguments[i] = value();
        }
        if (kind.equals("new")) {
            call.constructor = owner.getConstructor(type.parameterArray());
            call.returns = owner;
        } else {
            call.method = owner.getMethod(name, type.parameterArray());
            call.returns = type.returnType();
        }
        return call;
    }

    private Object value() throws ReflectiveOperationException {
        switch (words.next()) {
            case "null":
                return null;
            case "number":
            case "box":
                return number(words.next(), Long.parseLong(words.next()));
            case "text":
                char[] units = new char[Integer.parseInt(words.next())];
                for (int i = 0; i < units.length; i++) {
                    units[i] = (char) Integer.parseInt(words.next());
                }
                return new String(units);
            case "class":
                String name = words.next();
                Class<?> primitive = primitive(name);
                return primitive != null ? primitive : Class.forName(name, false, loader);
            case "array":
                Class<?> element = Class.forName(words.next(), false, loader).getComponentType();
                Object array = Array.newInstance(element, Integer.parseInt(words.next()));
                for (int i = 0; i < Array.getLength(array); i++) {
                    Array.set(array, i, value());
                }
                return array;
            default:
                return invocation().run();
        }
    }

    private static Class<?> primitive(String name) {
        Class<?>[] all = {
            boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, void.class
        };
        for (Class<?> type : all) {
            if (type.getName().equals(name)) {
                return type;
            }
        }
        return null;
    }

    private static Object number(String type, long word) {
        switch (type) {
            case "Z":
                return word != 0;
            case "B":
                return (byte) word;
            case "C":
                return (char) word;
            case "S":
                return (short) word;
            case "I":
                return (int) word;
            case "F":
                return Float.intBitsToFloat((int) word);
            case "D":
                return Double.longBitsToDouble(word);
            default:
                return word;
        }
    }

    private static String arrays(Object[] arguments) {
        StringBuilder text = new StringBuilder();
        for (Object argument : arguments) {
            if (argument != null && argument.getClass().isArray()) {
                text.append(contents(argument)).append(';');
            }
        }
        return text.toString();
    }

    private static String contents(Object array) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Array.getLength(array); i++) {
            Object element = Array.get(array, i);
            boolean isPlain = element == null || element instanceof String || word(element) != null;
            text.append(isPlain ? element : "@" + System.identityHashCode(element)).append(',');
        }
        return text.toString();
    }

    private static String told(Object value, Class<?> returns) {
        if (value == null) {
            return "returned null";
        }
        String plain = plain(value, returns.isPrimitive() ? "number" : "box");
        if (plain != null) {
            return "returned " + plain;
        }
        Class<?> type = value.getClass();
        if (!type.isArray()) {
            boolean isNamed = !type.isSynthetic() && type.getName().indexOf('/') < 0 && !(value instanceof String);
            return isNamed ? "gave " + type.getName() : NOTHING;
        }
        int length = Array.getLength(value);
        if (length > LONGEST || !type.getComponentType().isPrimitive() && type != String[].class) {
            return NOTHING;
        }
        StringBuilder text = new StringBuilder("returned array ").append(type.getName()).append(' ').append(length);
        for (int i = 0; i < length; i++) {
            Object element = Array.get(value, i);
            String told = element == null ? "null" : plain(element, "number");
            if (told == null) {
                return NOTHING;
            }
            text.append(' ').append(told);
        }
        return text.toString();
    }

    /** A number, a text or a class in words; {@code null} where it is none. */
    private static String plain(Object value, String kind) {
        if (value instanceof String) {
            String string = (String) value;
            if (string.length() > LONGEST) {
                return null;
            }
            StringBuilder text = new StringBuilder("text ").append(string.length());
            for (int i = 0; i < string.length(); i++) {
                text.append(' ').append((int) string.charAt(i));
            }
            return text.toString();
        } else if (value instanceof Class) {
            return "class " + ((Class<?>) value).getName();
        }
        String word = word(value);
        return word == null ? null : kind + ' ' + word;
    }

    /** The type and the bits of a number; {@code null} where it is none. */
    private static String word(Object value) {
        if (value instanceof Boolean) {
            return "Z " + ((Boolean) value ? 1 : 0);
        } else if (value instanceof Byte) {
            return "B " + value;
        } else if (value instanceof Character) {
            return "C " + (int) (Character) value;
        } else if (value instanceof Short) {
            return "S " + value;
        } else if (value instanceof Integer) {
            return "I " + value;
        } else if (value instanceof Long) {
            return "J " + value;
        } else if (value instanceof Float) {
            return "F " + Float.floatToIntBits((Float) value);
        } else if (value instanceof Double) {
            return "D " + Double.doubleToLongBits((Double) value);
        }
        return null;
    }
}
