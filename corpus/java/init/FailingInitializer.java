// Pins: a failing static initializer gives ExceptionInInitializerError at first and NoClassDefFoundError after.
package corpus.init;

public class FailingInitializer {
    static class Broken {
        static int value = 10 / zero();

        static int zero() {
            return 0;
        }
    }

    public static int first() {
        try {
            return Broken.value;
        } catch (ExceptionInInitializerError e) {
            return 1; // expect: reached
        } catch (NoClassDefFoundError e) {
            return 2; // expect: possible
        }
    }

    public static int second() {
        int result = 0;
        try {
            result = Broken.value;
            result = 5; // expect: unreachable
        } catch (LinkageError e) {
            result = 1; // expect: reached
        }
        try {
            result = Broken.value;
            result = 6; // expect: unreachable
        } catch (ExceptionInInitializerError e) {
            result = 7; // expect: unreachable
        } catch (NoClassDefFoundError e) {
            result = 8; // expect: reached
        }
        return result; // expect: reached
    }
}
