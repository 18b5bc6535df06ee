// Pins: input lists may be cyclic: a node may be its own successor, or two may name each other.
// clew: --loop-k 3
package corpus.alias;

public class Cyclic {
    static class Node {
        int value;
        Node next;
    }

    public static int selfLoop(Node n) {
        if (n == null || n.next == null) {
            return 0; // expect: reached
        }
        if (n.next == n) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (n.next.next == n) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    public static int walk(Node n) {
        int steps = 0;
        Node m = n;
        while (m != null) {
            m = m.next;
            steps++;
            if (m == n) {
                if (steps == 2) {
                    return 2; // expect: reached
                }
                return 1; // expect: reached
            }
        }
        return 0; // expect: reached
    }

    public static int writeThroughCycle(Node n) {
        if (n == null || n.next == null) {
            return 0;
        }
        n.value = 5;
        n.next.value = 6;
        if (n.value == 6) {
            if (n.next != n) { // expect: true unreachable, false reached
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
