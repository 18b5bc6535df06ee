// Code that always ends in an exception of the virtual machine, and code that only looks like it.
package corpus.check;

public class Doomed {
    int value;
    Doomed next;

    static int nullThere(Doomed given) {
        if (given == null) {
            int two = 2; // finding: doomed
            return given.value + two;
        }
        return given.value;
    }

    static int nullHere(Doomed given) {
        return given == null ? given.value : 1; // finding: doomed
    }

    static int outOfBounds(int x) {
        int[] two = new int[2];
        if (x > 7) {
            x++; // finding: doomed
            two[x & 3 | 2] = 3;
            x = 5; // finding: unreachable
        }
        return two[1];
    }

    static int always(int x) {
        int zero = x - x; // finding: doomed
        return x / zero;
    }

    static int wrongOrder(Object o) {
        if (!(o instanceof String) && o != null) {
            String s = (String) o; // finding: doomed
            return s == null ? 1 : 2; // finding: unreachable
        }
        return 3;
    }

    static int onPurpose(int x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        return x;
    }

    static int calledOnPurpose(int x) {
        if (x < 0) {
            onPurpose(x);
        }
        return x;
    }

    static int caught(Doomed given) {
        try {
            if (given == null) {
                return given.value;
            }
        } catch (NullPointerException e) {
            return 3;
        }
        return 2;
    }

    static int thrownOn(Doomed given) {
        if (given == null) {
            try {
                return given.value;
            } catch (NullPointerException e) {
                throw new IllegalArgumentException(e);
            }
        }
        return 2;
    }

    static int asserted(int x) {
        switch (x) {
            case 1:
                return 4;
            default:
                assert false;
                return 5; // finding: unreachable if
        }
    }

    static int endless(int x) {
        while (x == 3) {
            x = 3;
        }
        return x;
    }

    static int mayBeWell(int[] a) {
        int i = a.length;
        if (i > 3) {
            return a[i - 1];
        }
        return i;
    }
}
