// Pins: recursion over an input tree.
// clew: --loop-k 3
package corpus.heap;

public class TreeDepth {
    static class Tree {
        Tree left;
        Tree right;
    }

    public static int depth(Tree t) {
        if (t == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        int left = depth(t.left);
        int right = depth(t.right); // expect: reached
        if (left > right) { // expect: true reached, false reached
            return left + 1; // expect: reached
        }
        return right + 1; // expect: reached
    }

    public static int sharedChild(Tree t) {
        if (t == null || t.left == null) {
            return 0;
        }
        if (t.left == t.right) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }
}
