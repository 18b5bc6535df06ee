// Pins: the fields of a new object hold zero, false and null.
package corpus.fields;

public class Defaults {
    static class Entry {
        int number;
        long wide;
        boolean flag;
        char letter;
        int[] array;
        Entry next;
    }

    public static int fresh() {
        Entry r = new Entry();
        if (r.number != 0 || r.wide != 0L || r.flag || r.letter != 0) {
            return 1; // expect: unreachable(strict)
        }
        if (r.array != null || r.next != null) {
            return 2; // expect: unreachable(strict)
        }
        return r.next.number; // expect: reached; throws java.lang.NullPointerException reached
    }
}
