// Pins: what a method makes and lets others know may be changed by them; what it keeps to itself may not.
package corpus.threads;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

public class Published {
    static volatile int[] shared;
    static Box plainStatic;
    static volatile int signal;
    static IntSupplier supplier;

    static class Box {
        int value;
        Box next;
    }

    private volatile Box kept;
    private Box guarded;

    static int byStatic() {
        int[] made = new int[1];
        shared = made;
        return made[0] == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int byVolatileField() {
        Box made = new Box();
        kept = made;
        return made.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int underMonitor() {
        Box made = new Box();
        synchronized (this) {
            guarded = made;
        }
        return made.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int transitively() {
        Box outer = new Box();
        Box inner = new Box();
        outer.next = inner;
        kept = outer;
        return inner.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int afterwards() {
        Box outer = new Box();
        Box inner = new Box();
        kept = outer;
        outer.next = inner;
        kept = outer;
        return inner.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int byElement(Box[] boxes) {
        Box made = new Box();
        boxes[0] = made;
        kept = null;
        return made.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int byReference(AtomicReference<Box> place) {
        Box made = new Box();
        place.set(made);
        return made.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int byLambda() {
        int[] count = new int[1];
        supplier = () -> count[0]++;
        signal = 1;
        return count[0] == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int byPlainStatic() {
        Box made = new Box();
        plainStatic = made;
        signal = 1;
        return made.value == 0 ? 1 : 2; // expect: true reached, false possible
    }

    static int again() {
        Box made = new Box();
        plainStatic = made;
        signal = 1;
        return plainStatic == made ? 1 : 2; // expect: true reached, false possible
    }

    int otherPlace(Published other) {
        Box made = new Box();
        kept = made;
        return other.guarded == made ? 1 : 2; // expect: true possible, false reached
    }

    int own() {
        Box made = new Box();
        signal = 1;
        return made.value == 0 ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    int ownBehindOwn() {
        Box outer = new Box();
        Box inner = new Box();
        outer.next = inner;
        signal = 1;
        return outer.next == inner ? 1 : 2; // expect: true reached, false unreachable(strict)
    }
}
