package containers;

/** A search tree of entries; equal keys may occur more than once. Nodes without an entry are its leaves. */
public class BinarySearchTree {
    static class Node {
        Entry entry;
        Node parent;
        Node left;
        Node right;

        boolean isLeaf() {
            return left == null && right == null;
        }
    }

    /** Entries in the order in which they were found. */
    static class Found {
        Entry entry;
        Found next;

        Found(Entry entry, Found next) {
            this.entry = entry;
            this.next = next;
        }
    }

    KeyOrder order = new KeyOrder();
    Node root = new Node();
    int size;

    /** The entry with this key, or null. */
    public Entry find(int key) {
        Node node = search(key, root);
        return node.isLeaf() ? null : node.entry;
    }

    /** All entries with this key. */
    public Found findAll(int key) {
        return addAll(null, root, key);
    }

    /** The entries below {@code node} with this key, put before those found so far. */
    Found addAll(Found found, Node node, int key) {
        Node place = search(key, node);
        if (place.isLeaf()) {
            return found;
        }
        Found before = addAll(found, place.left, key);
        return addAll(new Found(place.entry, before), place.right, key);
    }

    /** Adds an entry. */
    public Entry insert(int key, Object value) {
        Node place = search(key, root);
        while (!place.isLeaf()) {
            place = search(key, place.right);
        }
        place.entry = new Entry(key, value);
        place.left = leafBelow(place);
        place.right = leafBelow(place);
        size++;
        return place.entry;
    }

    /** Takes out an entry with this key; null where there is none. */
    public Entry remove(int key) {
        Node node = search(key, root);
        if (node.isLeaf()) {
            return null;
        }
        Entry entry = node.entry;
        if (node.left.isLeaf()) {
            cut(node.left);
        } else if (node.right.isLeaf()) {
            cut(node.right);
        } else {
            Node leaf = node.right;
            while (!leaf.isLeaf()) {
                leaf = leaf.left;
            }
            node.entry = leaf.parent.entry;
            cut(leaf);
        }
        size--;
        return entry;
    }

    /** The node with this key below {@code node}, or the leaf where it would be. */
    private Node search(int key, Node node) {
        Node at = node;
        while (!at.isLeaf()) {
            int compared = order.compare(key, at.entry.key);
            if (compared == 0) {
                return at;
            }
            at = compared < 0 ? at.left : at.right;
        }
        return at;
    }

    private static Node leafBelow(Node parent) {
        Node leaf = new Node();
        leaf.parent = parent;
        return leaf;
    }

    /** Takes out a leaf together with its parent, whose place the leaf's sibling takes. */
    private void cut(Node leaf) {
        Node parent = leaf.parent;
        Node sibling = parent.left == leaf ? parent.right : parent.left;
        Node above = parent.parent;
        if (above == null) {
            root = sibling;
        } else if (above.left == parent) {
            above.left = sibling;
        } else {
            above.right = sibling;
        }
        sibling.parent = above;
    }
}
