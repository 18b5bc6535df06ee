// Pins: the list example of the thesis (Figure 2.4): removing the elements of one list from another has seven
// complete paths when no block runs more than twice and references may alias (Table 2.1).
// clew: --criterion paths --heap lazy --block-k 2 --loop-k 99
package corpus.thesis;

public class RemAll {
    static class Node {
        int data;
        Node next;
    }

    static class List {
        Node first;

        void remAll(List l) { // expect: paths 7; raises java.lang.NullPointerException
            Node lf = l.first; // expect: throws java.lang.NullPointerException reached
            while (lf != null) {
                Node prev = null;
                Node p = null;
                Node next = first;
                while (next != null) {
                    prev = p;
                    p = next;
                    next = next.next;
                    if (p.data == lf.data) {
                        if (prev == null) {
                            first = next;
                            p = null;
                        } else {
                            prev.next = next;
                            p = prev;
                        }
                    }
                }
                lf = lf.next;
            }
        }
    }
}
