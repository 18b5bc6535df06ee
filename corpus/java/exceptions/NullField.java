// Pins: getfield and putfield on null throw NullPointerException.
package corpus.exceptions;

public class NullField {
    int value;
    NullField next;

    public static int read(NullField o) { // expect: raises java.lang.NullPointerException
        return o.value; // expect: throws java.lang.NullPointerException reached; reached
    }

    public static void write(NullField o, int x) {
        o.value = x; // expect: throws java.lang.NullPointerException reached
        o.next = o; // expect: reached; throws java.lang.NullPointerException unreachable(strict)
    }

    public int chain() {
        int mine = this.value; // expect: throws java.lang.NullPointerException unreachable(strict)
        return mine + next.value; // expect: throws java.lang.NullPointerException reached
    }

    public int secondIsSafe() {
        int a = next.value; // expect: throws java.lang.NullPointerException reached
        int b = next.value; // expect: throws java.lang.NullPointerException unreachable(strict)
        return a - b;
    }
}
