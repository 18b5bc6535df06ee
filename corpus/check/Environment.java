// Pins: what an optional system property guards is a finding that rests on the environment.
package corpus.check;

public class Environment {
    static int traced(int x) {
        if (System.getProperty("corpus.check.trace") != null) { // finding: always_false if
            return x + 1;
        }
        return x;
    }

    static int byDefault(int x) {
        String level = System.getProperty("corpus.check.level", "plain");
        if (level.equals("plain")) { // finding: always_true if
            return x;
        }
        return -x;
    }

    static int debugged(int x) {
        if (Boolean.getBoolean("corpus.check.debug")) { // finding: always_false if
            return x + 1;
        }
        return x;
    }

    static int present(int x) {
        if (System.getProperty("os.name") == null) { // finding: always_false if
            return x + 1;
        }
        return x;
    }

    static int unknown(int x) {
        if (System.getProperty("os.name").isEmpty()) {
            return x + 1;
        }
        return x;
    }
}
