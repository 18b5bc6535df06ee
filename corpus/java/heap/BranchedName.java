// Pins: an object of the input that a call has settled on, because others behave in another way, may still be what another reference names.
package corpus.heap;

public class BranchedName {
    public static class Node {
        Node next;
        int value;

        int weight() {
            return value;
        }
    }

    public static class Heavy extends Node {
        @Override
        int weight() {
            return value + 1;
        }
    }

    public static int sameAsKnownBefore(Node a, Node b, Node c) {
        c.value = 1;
        a.next = new Node();
        Node x = b.next;
        x.weight();
        if (x == c) {
            return x.value; // expect: reached
        }
        if (x == a.next) {
            return 2; // expect: reached
        }
        if (x == b) {
            return 3; // expect: reached
        }
        return 4; // expect: reached
    }

    public static int sameHash(Object one, Object two) {
        if (one == null || two == null || one.getClass() != Object.class || two.getClass() != Object.class) {
            return 0; // expect: reached
        }
        int hash = System.identityHashCode(one);
        if (one == two) {
            return System.identityHashCode(two); // expect: reached
        }
        return hash; // expect: reached
    }
}
