// Pins: an object of the input has had its class initialized, whatever the initializer does to the fields of other classes.
package corpus.init;

import java.util.ArrayList;
import java.util.List;

public class InitializedByInput {
    static final List<String> NAMES = new ArrayList<>();

    static class Plugin {
        static {
            NAMES.add("plugin");
        }

        int version;
    }

    public static boolean isAlone(Plugin plugin) {
        return plugin.version == 0 && NAMES.isEmpty();
    }

    public static int version(Plugin plugin) {
        if (plugin.version == 3) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
