// Pins: two fields of one input, or a field and a parameter, may name one object.
package corpus.alias;

public class FieldsMayAlias {
    static class Node {
        int value;
    }

    static class Pair {
        Node left;
        Node right;
    }

    public static int inside(Pair pair) {
        if (pair == null || pair.left == null || pair.right == null) {
            return -1;
        }
        pair.left.value = 1;
        pair.right.value = 2;
        if (pair.left.value == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int outside(Pair pair, Node node) {
        if (pair == null || node == null || pair.left == null) {
            return -1;
        }
        node.value = 7;
        if (pair.left.value == 8) {
            if (pair.left == node) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (pair.left == node) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }
}
