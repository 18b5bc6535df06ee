package demo;
public class Tree {
    static class Node { int key; Node left, right; Node(int key) { this.key = key; } }
    private Node root; private int size;
    public boolean insert(int key) {
        if (root == null) { root = new Node(key); size++; return true; }
        Node n = root;
        while (true) {
            if (key == n.key) return false;
            if (key < n.key) { if (n.left == null) { n.left = new Node(key); size++; return true; } n = n.left; }
            else { if (n.right == null) { n.right = new Node(key); size++; return true; } n = n.right; }
        }
    }
    public boolean contains(int key) { Node n = root; while (n != null) { if (key == n.key) return true; n = key < n.key ? n.left : n.right; } return false; }
    public boolean delete(int key) {
        Node parent = null, n = root;
        while (n != null && n.key != key) { parent = n; n = key < n.key ? n.left : n.right; }
        if (n == null) return false;
        if (n.left != null && n.right != null) {
            Node sp = n, s = n.right;
            while (s.left != null) { sp = s; s = s.left; }
            n.key = s.key; parent = sp; n = s;
        }
        Node child = n.left != null ? n.left : n.right;
        if (parent == null) root = child; else if (parent.left == n) parent.left = child; else parent.right = child;
        size--; return true;
    }
    public int size() { return size; }
    public int min() { if (root == null) throw new IllegalStateException("empty"); Node n = root; while (n.left != null) n = n.left; return n.key; }
    public int height() { return height(root); }
    private static int height(Node n) { if (n == null) return 0; return 1 + Math.max(height(n.left), height(n.right)); }
}
