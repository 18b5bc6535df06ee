// What is proved of a method as a whole where its executions are too many to be followed, or other code runs in between.
package corpus.check;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

public class Formulas {
    private int size;
    private int limit;
    private volatile int seen;

    static int afterCalls(InputStream in, int n) throws IOException {
        if (n < 3) {
            return 0;
        }
        int sum = 0;
        while (in.read() != -1) {
            sum += in.available();
        }
        if (n < 2) { // finding: always_false
            sum = 1;
        }
        return sum;
    }

    static int countedUp(InputStream in, int[] to) throws IOException {
        int at = 0;
        while (at < to.length) {
            to[at] = in.read();
            if (at < 0) { // finding: always_false
                return -1;
            }
            at++;
        }
        return at;
    }

    static int countedTooFar(InputStream in) throws IOException {
        int at = 0;
        while (in.read() != -1) {
            at++;
        }
        // A number that is counted up for long enough is less than zero.
        if (at < 0) {
            return -1;
        }
        return at;
    }

    static int countedDown(InputStream in, int from) throws IOException {
        if (from > 100) {
            return 0;
        }
        for (int at = from; at >= 0; at--) {
            if (in.read() == at) {
                return at > 100 ? 1 : 2; // finding: always_false
            }
        }
        return 3;
    }

    int written(List<String> texts) {
        size = 3;
        texts.clear();
        // Whoever is called may write it.
        return size == 3 ? 1 : 2;
    }

    int writtenLast(List<String> texts) {
        texts.clear();
        size = 3;
        limit = 4;
        return size == 3 ? 1 : 2; // finding: always_true
    }

    int aliased(List<String> texts, Formulas other) {
        texts.clear();
        size = 3;
        other.size = 4;
        return size == 3 ? 1 : 2; // no finding: they may be one object
    }

    int byAnother(List<String> texts) {
        texts.clear();
        seen = 3;
        return seen == 3 ? 1 : 2; // no finding: another thread may write in between
    }

    static int stored(List<String> texts, int[] a, int i, int j) {
        texts.clear();
        a[i] = 1;
        a[j] = 2;
        if (i == j && a[i] == 1) { // finding: always_false
            return 1;
        }
        return a[i] == 1 ? 2 : 3;
    }

    static int byte8(List<String> texts, byte[] a, int value) {
        texts.clear();
        a[0] = (byte) value;
        return a[0] > 127 ? 1 : 2; // finding: always_false
    }

    static int made(List<String> texts, Object given) {
        texts.clear();
        Object made = new Object();
        return made == given ? 1 : 2; // finding: always_false
    }

    static int kinds(List<String> texts, Object o) {
        texts.clear();
        if (o instanceof Integer) {
            return o instanceof String ? 1 : 2; // finding: always_false
        }
        return o instanceof Comparable ? 3 : 4;
    }

    private int half(int of) {
        size = of / 2;
        return size;
    }

    int byCall(List<String> texts, int of) {
        texts.clear();
        if (of < 10) {
            return 0;
        }
        return half(of) < 5 ? 1 : 2; // finding: always_false
    }
}
