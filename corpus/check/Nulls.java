// Tests for null of what cannot be null, or must be.
package corpus.check;

public class Nulls {
    Nulls next;
    int value;

    int afterUse() {
        int found = next.value;
        if (next == null) { // finding: always_false
            return 3;
        }
        return found;
    }

    static int afterUse(int[] numbers) {
        int length = numbers.length;
        if (numbers != null) { // finding: always_true
            return length;
        }
        return 0;
    }

    static int justMade() {
        Nulls made = new Nulls();
        if (made == null) { // finding: always_false
            return 1;
        }
        return made.value;
    }

    static int changed(Nulls given) {
        int found = given.value;
        given = given.next;
        if (given == null) {
            return found;
        }
        return 1;
    }

    static boolean twice(Nulls given) {
        if (given == null) {
            return false;
        }
        return given != null; // finding: always_true
    }
}
