// Pins: instanceof against an interface, also for objects whose class does not implement it but a subclass does.
package corpus.types;

public class InstanceofInterface {
    interface Named {
    }

    static class Plain {
    }

    static class Titled extends Plain implements Named {
    }

    static final class Sealed {
    }

    public static int check(Plain p) {
        if (p instanceof Named) { // expect: true reached, false reached
            if (p instanceof Titled) { // expect: true reached, false unreachable
                return 1; // expect: reached
            }
            return 2; // expect: unreachable
        }
        return 3; // expect: reached
    }

    public static int finalClass(Sealed s) {
        Object o = s;
        if (o instanceof Named) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
