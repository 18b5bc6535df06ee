// open
// clew: --budget 1s
// Pins: names of classes and constants, and reflection on what is known.
package corpus.everyday;

import java.util.Locale;

public final class ClassNames {
    static final int LIMIT = 12;
    static final String PREFIX = ClassNames.class.getSimpleName() + ":";

    private ClassNames() {
    }

    interface Animal {
    }

    static final class Cat implements Animal {
    }

    static final class Dog implements Animal {
    }

    enum Size {
        SMALL, LARGE;

        String label() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT); // expect: reached
        }
    }

    static int name(Animal animal) {
        if (animal == null) {
            return 0; // expect: reached
        }
        String name = animal.getClass().getSimpleName();
        if (name.equals("Cat")) {
            return animal instanceof Dog ? 3 : 1; // expect: true unreachable, false reached
        }
        return 2; // expect: reached
    }

    static int named(boolean cat) {
        Animal animal = cat ? new Cat() : new Dog();
        String name = animal.getClass().getName();
        if (!name.startsWith("corpus.everyday.")) {
            return -1; // expect: unreachable
        }
        if (name.endsWith("$Dog")) {
            return cat ? -2 : 2; // expect: true unreachable, false reached
        }
        return 1; // expect: reached
    }

    static int prefixed(String text) {
        String all = PREFIX + text;
        if (!all.startsWith("ClassNames:")) {
            return -1; // expect: unreachable
        }
        if (all.equals("ClassNames:x")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int sizes(Size size) {
        if (size == null) {
            return 0; // expect: reached
        }
        if (size.label().equals("Small")) {
            return size == Size.SMALL ? 1 : 3; // expect: true reached, false unreachable
        }
        if (size.label().length() != 5) {
            return -1; // expect: unreachable
        }
        return 2; // expect: reached
    }

    static int loaded(String name) {
        try {
            Class<?> type = Class.forName("java.lang." + name);
            return type == String.class ? 1 : 2; // expect: true reached, false reached
        } catch (ClassNotFoundException unknown) {
            return 0; // expect: reached
        }
    }

    static int constant() throws ReflectiveOperationException {
        int limit = ClassNames.class.getDeclaredField("LIMIT").getInt(null);
        if (limit != LIMIT) {
            return -1; // expect: unreachable
        }
        return limit; // expect: reached
    }
}
