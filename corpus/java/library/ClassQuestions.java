// Pins: what a Class object is asked about classes that are known.
package corpus.library;

public class ClassQuestions {
    public static int instance(boolean text) {
        Object object = text ? "a" : (Object) 1;
        if (Number.class.isInstance(object)) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int assignable() {
        if (Number.class.isAssignableFrom(Integer.class)
                && !Integer.class.isAssignableFrom(Number.class)
                && int.class.isAssignableFrom(int.class)) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int above() {
        if (Integer.class.getSuperclass() != Number.class || Object.class.getSuperclass() != null) {
            return 0; // expect: unreachable
        }
        if (Runnable.class.getSuperclass() == null && int[].class.getSuperclass() == Object.class) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int loaderOfLibrary() {
        if (String.class.getClassLoader() == null) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    protected static final class Held {
    }

    private interface Asked {
    }

    enum Kind {
        ONE
    }

    public static int modifiers() {
        if (Held.class.getModifiers() != 28 || Asked[].class.getModifiers() != 1042) {
            return 0; // expect: unreachable
        }
        if (int.class.getModifiers() != 1041 || String.class.getModifiers() != 17) {
            return 1; // expect: unreachable
        }
        if (!Kind.class.isEnum() || Held.class.isEnum() || !Asked.class.isInterface()) {
            return 2; // expect: unreachable
        }
        return 3; // expect: reached
    }
}
