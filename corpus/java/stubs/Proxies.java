// A test has a proxy for an interface. Proxies are serializable, which objects of other classes need not be.
package corpus.stubs;

import java.io.Serializable;

public class Proxies {
    interface Task {
        int run();
    }

    static int ofTheJdk(Runnable task) {
        if (task instanceof Serializable) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int ofTheProgram(Task task) {
        if (task instanceof java.lang.reflect.Proxy) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int otherwise(Task task) {
        if (task instanceof Cloneable) {
            return 1; // expect: possible
        }
        return task == null ? 2 : task.run(); // expect: reached
    }
}
