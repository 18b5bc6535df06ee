import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * Calls a static method of numbers, and tells what it returns: in the message of the exception that {@link #run} ends with, one word for
 * each call, which is {@code -} where the call throws.
 *
 * <p>The resource {@code calls} has the method in its first line (class, name, descriptor), and in each other line the arguments of a
 * call. Floats are their bits, all else is what a cast to {@code long} makes of it.
 */
public final class SeenCalls {
    public void run() throws Exception {
        StringBuilder seen = new StringBuilder("seen");
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                SeenCalls.class.getResourceAsStream("calls"), StandardCharsets.US_ASCII))) {
            String[] head = lines.readLine().split(" ");
            ClassLoader loader = SeenCalls.class.getClassLoader();
            Class<?>[] parameters = MethodType.fromMethodDescriptorString(head[2], loader).parameterArray();
            Class<?> owner = Class.forName(head[0], true, loader);
            Method method = owner.getDeclaredMethod(head[1], parameters);
            // Those of the library that are not open to all are not asked for.
            if (owner.getClassLoader() != null) {
                method.setAccessible(true);
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                seen.append(' ').append(call(method, parameters, line.split(" ")));
            }
        }
        throw new IllegalStateException(seen.toString());
    }

    private static String call(Method method, Class<?>[] parameters, String[] words) throws IllegalAccessException {
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = number(parameters[i], Long.parseLong(words[i]));
        }
        try {
            return Long.toString(word(method.invoke(null, arguments)));
        } catch (InvocationTargetException thrown) {
            return "-";
        }
    }

    private static Object number(Class<?> type, long word) {
        if (type == boolean.class) {
            return word != 0;
        } else if (type == byte.class) {
            return (byte) word;
        } else if (type == char.class) {
            return (char) word;
        } else if (type == short.class) {
            return (short) word;
        } else if (type == int.class) {
            return (int) word;
        } else if (type == float.class) {
            return Float.intBitsToFloat((int) word);
        } else if (type == double.class) {
            return Double.longBitsToDouble(word);
        }
        return word;
    }

    private static long word(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        } else if (value instanceof Character) {
            return (Character) value;
        } else if (value instanceof Float) {
            return Float.floatToIntBits((Float) value);
        } else if (value instanceof Double) {
            return Double.doubleToLongBits((Double) value);
        }
        return ((Number) value).longValue();
    }
}
