// Pins: a system property that no virtual machine sets is absent, which a proof names; of the others only that they are there is known.
package corpus.library;

public class Settings {
    public static int absent() {
        if (System.getProperty("corpus.library.absent") == null) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static String byDefault() {
        String value = System.getProperty("corpus.library.absent", "none");
        if (value.equals("none")) {
            return value; // expect: reached
        }
        return ""; // expect: unreachable
    }

    public static int present() {
        if (System.getProperty("os.name") == null) {
            return 0; // expect: unreachable
        }
        return 1; // expect: reached
    }

    public static int which() {
        if (System.getProperty("os.name").startsWith("L")) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }
}
