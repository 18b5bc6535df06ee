// Pins: a class without a package may be called as the descriptor of a primitive type is.
class I {
}

public class PrimitiveName {
    public static int told(boolean which) {
        Class<?> given = which ? I.class : int.class;
        if (given.isPrimitive()) {
            return 1; // expect: reached
        }
        if (given == int.class) {
            return 2; // expect: unreachable
        }
        if (given.getName().length() == 1) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }

    public static Object made(int length) {
        Object array = java.lang.reflect.Array.newInstance(I.class, length);
        if (array instanceof I[]) {
            return array; // expect: reached
        }
        return null; // expect: unreachable
    }

    // Of the classes of which the method asks, and a few others.
    public static Class<?> given(Class<?> which) {
        if (which == I.class) {
            return which; // expect: reached
        }
        return null; // expect: reached
    }
}
