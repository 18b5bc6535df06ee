// Calls that return strings, arrays and objects: fresh inputs, which may be null and may be the same.
// clew: --input-call corpus.inputcall.Texts#ask --input-call corpus.inputcall.Texts#row --input-call corpus.inputcall.Texts#node
package corpus.inputcall;

public class Texts {
    static class Node {
        int value;
        Node next;
    }

    static String ask(String question) {
        throw new IllegalStateException();
    }

    static int[] row() {
        throw new IllegalStateException();
    }

    static Node node() {
        throw new IllegalStateException();
    }

    static int answered() { // expect: returns 1; returns 2; returns 0
        String answer = ask("ready?");
        if (answer == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (answer.equals("yes")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int first() { // expect: returns 9
        int[] row = row();
        if (row[0] == 9) { // expect: reached; throws java.lang.NullPointerException reached; throws java.lang.ArrayIndexOutOfBoundsException reached
            return 9; // expect: reached
        }
        return 0; // expect: reached
    }

    static int chain(Node given) { // expect: returns 5
        Node node = node();
        if (node != null && node == given) { // expect: reached
            return 4; // expect: reached
        }
        if (node != null && node.next == node && node.value == 5) { // expect: reached
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }
}
