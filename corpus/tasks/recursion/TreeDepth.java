// A tree of n inserted keys is at most n deep.
// task: safe
package tasks.recursion;

import tasks.Input;

public class TreeDepth {
    public static void main(String[] args) {
        Node root = null;
        for (int i = 0; i < 4; i++) {
            root = insert(root, Input.nextInt());
        }
        int depth = depth(root);
        assert depth >= 3 || root == null || depth >= 1;
        assert depth <= 4;
    }

    static class Node {
        final int key;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    static Node insert(Node at, int key) {
        if (at == null) {
            return new Node(key);
        }
        if (key < at.key) {
            at.left = insert(at.left, key);
        } else if (key > at.key) {
            at.right = insert(at.right, key);
        }
        return at;
    }

    static int depth(Node at) {
        return at == null ? 0 : 1 + Math.max(depth(at.left), depth(at.right));
    }
}
