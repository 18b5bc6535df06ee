// Handles of fields of a nested class, compiled for virtual machines to which it is but another class of the package.
// javac: --release 10
package corpus.library;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlesWithoutNests {
    static class Neighbour {
        int count;
        private int hidden;
    }

    static int open(Neighbour neighbour) throws ReflectiveOperationException {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Neighbour.class, "count", int.class);
        return (int) handle.get(neighbour) == 3 ? neighbour.count : 1; // expect: true reached, false reached
    }

    static int closed() throws ReflectiveOperationException {
        MethodHandles.lookup().findVarHandle(Neighbour.class, "hidden", int.class);
        return 1; // expect: undecided(handle)
    }
}
