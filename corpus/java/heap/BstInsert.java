// Pins: insertion into a binary search tree that comes from outside.
package corpus.heap;

public class BstInsert {
    static class Node {
        int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    Node root;

    public boolean insert(int key) { // expect: returns true; returns false
        if (root == null) {
            root = new Node(key); // expect: reached
            return true; // expect: reached
        }
        Node at = root;
        while (true) {
            if (key == at.key) { // expect: true reached, false reached; throws java.lang.NullPointerException unreachable
                return false; // expect: reached
            }
            if (key < at.key) { // expect: true reached, false reached
                if (at.left == null) { // expect: true reached, false reached
                    at.left = new Node(key); // expect: reached
                    return true; // expect: reached
                }
                at = at.left; // expect: reached
            } else {
                if (at.right == null) { // expect: true reached, false reached
                    at.right = new Node(key); // expect: reached
                    return true; // expect: reached
                }
                at = at.right; // expect: reached
            }
        }
    }

    public static int fromEmpty(int a, int b) {
        BstInsert tree = new BstInsert();
        tree.insert(a);
        boolean added = tree.insert(b);
        if (a == b) {
            return added ? 1 : 2;
        }
        if (!added) {
            return 3; // expect: unreachable
        }
        if (tree.root.left != null && tree.root.right != null) {
            return 4; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
