// Pins: reversing a list in place.
// clew: --loop-k 3
package corpus.heap;

public class Reverse {
    static class Node {
        int value;
        Node next;
    }

    public static Node reverse(Node list) {
        Node done = null;
        Node rest = list;
        while (rest != null) { // expect: true reached, false reached
            Node next = rest.next; // expect: throws java.lang.NullPointerException unreachable
            rest.next = done; // expect: reached
            done = rest;
            rest = next;
        }
        return done; // expect: reached
    }

    public static int twoNodes(int a, int b) {
        Node second = new Node();
        second.value = b;
        Node first = new Node();
        first.value = a;
        first.next = second;
        Node reversed = reverse(first);
        if (reversed != second || reversed.next != first || first.next != null) {
            return 1; // expect: unreachable
        }
        if (reversed.value == 3 && reversed.next.value == 4) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
