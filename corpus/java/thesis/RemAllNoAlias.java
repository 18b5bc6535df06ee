// Pins: the list example of the thesis without aliasing: the first five cases of Table 2.1.
// clew: --criterion paths --heap lazy --block-k 2 --loop-k 99 --aliasing off
package corpus.thesis;

public class RemAllNoAlias {
    static class Node {
        int data;
        Node next;
    }

    static class List {
        Node first;

        void remAll(List l) { // expect: paths 5; raises java.lang.NullPointerException
            Node lf = l.first;
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
