// Pins: parameters of type Object that are arrays of the very class that the code compares theirs with.
package corpus.arrays;

public final class ArrayClasses {
    private ArrayClasses() {
    }

    static boolean isMatrix(Object object) {
        return object != null && object.getClass() == Object[][].class; // expect: reached
    }

    static int kind(Object object) {
        if (object == null) {
            return 0; // expect: reached
        }
        if (object.getClass() != Object[][].class) {
            return 1; // expect: reached
        }
        return ((Object[][]) object).length == 2 ? 2 : 3; // expect: true reached, false reached
    }

    static int texts(Object object) {
        Class<?> wanted = String[].class;
        return object.getClass() == wanted ? 1 : 2; // expect: true reached, false reached
    }

    static int cube(Object object) {
        if (isOf(object, long[][][].class)) {
            return 1; // expect: reached
        }
        if (isOf(object, byte[].class) && ((byte[]) object).length > 1 && ((byte[]) object)[1] == 7) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int throughCall(Object object) {
        return isMatrix(object) ? 1 : 2; // expect: true reached, false reached
    }

    private static boolean isOf(Object object, Class<?> wanted) {
        return object != null && object.getClass() == wanted;
    }
}
