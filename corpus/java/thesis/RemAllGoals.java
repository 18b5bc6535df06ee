// Pins: the list example of the thesis under branch coverage: both ways of unlinking are reached with two rounds.
package corpus.thesis;

public class RemAllGoals {
    static class Node {
        int data;
        Node next;
    }

    static class List {
        Node first;

        void remAll(List l) {
            Node lf = l.first; // expect: throws java.lang.NullPointerException reached
            while (lf != null) { // expect: true reached, false reached
                Node prev = null;
                Node p = null;
                Node next = first;
                while (next != null) { // expect: true reached, false reached
                    prev = p;
                    p = next;
                    next = next.next; // expect: throws java.lang.NullPointerException unreachable
                    if (p.data == lf.data) { // expect: true reached, false reached
                        if (prev == null) { // expect: true reached, false reached
                            first = next; // expect: reached
                            p = null;
                        } else {
                            prev.next = next; // expect: reached
                            p = prev;
                        }
                    }
                }
                lf = lf.next; // expect: reached; throws java.lang.NullPointerException unreachable
            }
        }
    }
}
