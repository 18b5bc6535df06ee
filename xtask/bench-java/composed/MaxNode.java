package composed;

/** A list of numbers that is asked for the node with the greatest. */
public class MaxNode {
    int value;
    MaxNode next;

    int compared(MaxNode other) {
        if (other == null) {
            return 1;
        }
        if (value < other.value) {
            return -1;
        }
        return value > other.value ? 1 : 0;
    }

    MaxNode greatest() {
        MaxNode best = this;
        for (MaxNode node = next; node != null; node = node.next) {
            if (node.compared(best) > 0) {
                best = node;
            }
        }
        return best;
    }

    int rank(int number) {
        int rank = 0;
        for (MaxNode node = this; node != null; node = node.next) {
            if (node.value < number) {
                rank++;
            }
        }
        return rank;
    }

    int spread() {
        int greatest = greatest().value;
        return rank(greatest) + rank(0);
    }
}
