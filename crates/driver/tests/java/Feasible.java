import java.io.UnsupportedEncodingException;
import java.lang.ref.WeakReference;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** What the formula of a method must have executions to, and what it must not: beside each line. */
class Feasible {
    int data;
    volatile int turn;
    static int seen;

    static class Missing {
    }

    static class Answers extends Properties {
        @Override
        public String getProperty(String key) {
            seen = 1;
            return "true";
        }
    }

    boolean afterVolatileWrite() {
        int before = data;
        turn = 1;
        if (before != data) {
            return true; // feasible: whoever saw the turn has written
        }
        return false;
    }

    boolean afterMonitor() {
        int before;
        synchronized (this) {
            before = data;
        }
        if (before != data) {
            return true; // feasible: whoever entered the monitor then has written
        }
        return false;
    }

    boolean betweenRounds(int rounds) {
        int before = data;
        for (int round = 0; round < rounds; round++) {
            if (before != data) {
                return true; // feasible: another round has let others in
            }
            turn = round;
        }
        return false;
    }

    boolean withoutAction() {
        int before = data;
        if (before != data) {
            return true; // infeasible: nobody was let in
        }
        return false;
    }

    static class Kept extends WeakReference<Object> {
        Kept(Object of) {
            super(of);
        }

        boolean isGone() {
            if (super.get() != null) {
                if (super.get() == null) {
                    return true; // feasible: it was collected in between
                }
            }
            return false;
        }
    }

    int turns() {
        int before = data;
        turn = 1;
        while (turn != 0) {
        }
        if (data != before) {
            return 1; // feasible: another thread had its turn
        }
        return 2;
    }

    int turnsOf(AtomicInteger whose) {
        int before = data;
        while (whose.get() != 0) {
        }
        if (data != before) {
            return 1; // feasible: the same
        }
        return 2;
    }

    static int named(Object o) {
        try {
            return o instanceof Missing ? 1 : 2;
        } catch (NoClassDefFoundError e) {
            return 3; // feasible: the class is not there
        }
    }

    static int longer(StringBuilder text) {
        int before = text.length();
        add(text);
        if (text.length() != before) {
            return 1; // feasible
        }
        return 0;
    }

    private static void add(StringBuilder text) {
        addDeeper(text);
    }

    private static void addDeeper(StringBuilder text) {
        addDeepest(text);
    }

    private static void addDeepest(StringBuilder text) {
        text.append("x");
    }

    static int asked() {
        seen = 0;
        Boolean.getBoolean("key");
        if (seen != 0) {
            return 1; // feasible: the properties are the user's
        }
        return 0;
    }

    static int coded(String charset) throws UnsupportedEncodingException {
        seen = 0;
        "x".getBytes(charset);
        if (seen != 0) {
            return 1; // feasible: the charset is the user's
        }
        return 0;
    }

    static int counted(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            if (i < 0) {
                return -1; // infeasible
            }
            sum += a[i];
        }
        return sum;
    }

    static int wraps(int n) {
        int i = n;
        do {
            i++;
        } while (i > 0);
        if (i < n) {
            return 1; // feasible
        }
        return 2;
    }

    static int nested(int n) {
        int inner = 0;
        for (int i = 0; i < n; i++) {
            inner = i;
            for (int j = i; j < n; j++) {
                inner = j;
                if (j < i) {
                    return 1; // infeasible
                }
            }
        }
        if (inner > 5) {
            return 2; // feasible
        }
        return 3;
    }

    static int swapped(int n, Object a, Object b) {
        if (a == null || b != null) {
            return 0;
        }
        for (int i = 0; i < n; i++) {
            Object c = a;
            a = b;
            b = c;
        }
        if (a == null) {
            return 1; // feasible
        }
        return 2;
    }

    static int made(int n) {
        Feasible last = null;
        for (int i = 0; i < n; i++) {
            Feasible now = new Feasible();
            if (now.data != 0) {
                return 2; // infeasible
            }
            now.data = i;
            if (last != null && last.data == 3) {
                return 3; // feasible
            }
            last = now;
        }
        return 4;
    }
}
