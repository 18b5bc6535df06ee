import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.invoke.MethodType;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls methods by reflection, one a line of the input: class, name, descriptor, then `A` or `null`, what a reference object
 * refers to, and the arguments: `A`, `B` or `null` for an object, a number else. Tells the result, and what the reference object
 * refers to afterwards.
 */
class Natives {
    private static final Object A = new Object();
    private static final Object B = new Object();

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            out.append(answer(line.split(" "))).append('\n');
        }
        System.out.print(out);
    }

    private static String answer(String[] parts) throws Exception {
        Class<?> owner = Class.forName(parts[0]);
        Method method = find(owner, parts[1], parts[2]);
        if (method == null) {
            return "absent";
        }
        method.setAccessible(true);
        boolean isStatic = java.lang.reflect.Modifier.isStatic(method.getModifiers());
        Object receiver = isStatic ? A : receiver(owner, object(parts[3]));
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            values.add(value(method.getParameterTypes()[i], parts[4 + i]));
        }
        synchronized (receiver) {
            try {
                Object result = method.invoke(isStatic ? null : receiver, values.toArray());
                String told = method.getReturnType() == void.class ? "nothing" : told(result, receiver);
                return receiver instanceof Reference ? told + " " + told(referent(receiver), receiver) : told;
            } catch (InvocationTargetException e) {
                return ("throws " + e.getCause()).replace('\n', ' ');
            }
        }
    }

    private static Method find(Class<?> owner, String name, String descriptor) {
        for (Method method : owner.getDeclaredMethods()) {
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            if (method.getName().equals(name) && type.toMethodDescriptorString().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    private static Object receiver(Class<?> owner, Object referent) throws Exception {
        switch (owner.getSimpleName()) {
            case "Reference":
                return new WeakReference<>(referent);
            case "PhantomReference":
                return new PhantomReference<>(referent, new ReferenceQueue<>());
            case "Runtime":
                return Runtime.getRuntime();
            case "Unsafe":
                Method unsafe = owner.getDeclaredMethod("getUnsafe");
                unsafe.setAccessible(true);
                return unsafe.invoke(null);
            default:
                Constructor<?> constructor = owner.getDeclaredConstructor();
                constructor.setAccessible(true);
                return constructor.newInstance();
        }
    }

    private static Object referent(Object reference) throws Exception {
        Field field = Reference.class.getDeclaredField("referent");
        field.setAccessible(true);
        return field.get(reference);
    }

    private static Object object(String text) {
        return text.equals("A") ? A : text.equals("B") ? B : null;
    }

    private static Object value(Class<?> type, String text) {
        if (type == double.class) {
            return Double.longBitsToDouble(Long.parseLong(text));
        } else if (type == int.class) {
            return Integer.parseInt(text);
        }
        return type == Class.class ? Natives.class : object(text);
    }

    private static String told(Object value, Object receiver) {
        if (value == null) {
            return "null";
        } else if (value == receiver) {
            return "this";
        } else if (value == A || value == B) {
            return value == A ? "A" : "B";
        }
        return value instanceof Boolean ? (Boolean) value ? "1" : "0" : value.toString();
    }
}
