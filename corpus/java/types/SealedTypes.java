// Pins: a sealed type has no other subtypes than those it permits.
package corpus.types;

public class SealedTypes {
    sealed interface Node permits Leaf, Pair {
    }

    static final class Leaf implements Node {
        int value;
    }

    static final class Pair implements Node {
        Node left;
        Node right;
    }

    public static int kind(Node node) {
        if (node instanceof Leaf) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (node instanceof Pair) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (node != null) { // expect: true unreachable, false reached
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int sum(Node node) {
        if (node instanceof Leaf leaf) { // expect: true reached, false reached
            return leaf.value; // expect: reached
        }
        if (node instanceof Pair pair) { // expect: true reached, false reached
            if (sum(pair.left) + sum(pair.right) == 9) { // expect: true reached, false reached
                return 9; // expect: reached
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
