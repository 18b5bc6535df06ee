// Objects that a class keeps which is initialized only after the input was looked at: the input may name them all the same, because
// the class may have been initialized before the call.
package corpus.statics;

public final class LateConstants {
    private LateConstants() {
    }

    static final class Node {
        int value;

        Node(int value) {
            this.value = value;
        }
    }

    static final class Late {
        static final Node ONE = new Node(1);
        static final int[] NONE = {};

        private Late() {
        }
    }

    static final class Later {
        static final Node TWO = new Node(2);

        private Later() {
        }
    }

    static int compared(Node node) {
        if (node != null && node.value == 1) {
            if (node == Late.ONE) { // expect: true reached, false reached
                return 1;
            }
            return node.value; // expect: reached
        }
        return 0;
    }

    static int written(Node node) {
        int before = node.value;
        node.value = 5;
        if (Late.ONE.value == 5) { // expect: true possible, false reached
            return before == 1 ? 1 : 2; // expect: false possible
        }
        return 0;
    }

    static int ofTwo(Node one, Node other) {
        if (one == null || other == null || one.value + other.value != 3) {
            return 0;
        }
        if (one == Late.ONE) { // expect: true reached, false reached
            return other == Later.TWO ? 1 : 2; // expect: true reached, false reached
        }
        return other == Later.TWO ? 3 : 4; // expect: true reached, false reached
    }

    static int array(int[] numbers) {
        if (numbers.length > 0) {
            return numbers == Late.NONE ? 1 : 2; // expect: true possible, false reached
        }
        return numbers == Late.NONE ? 3 : 4; // expect: true reached, false reached
    }
}
