// Loops that never end, never begin, or whose conditions are constants.
package corpus.check;

public class Loops {
    static int forEver(int x) {
        while (true) {
            x += 2;
            if (x == 8) {
                return x;
            }
        }
    }

    static int folded(int x) {
        final boolean go = true;
        do {
            x++;
        } while (!go);
        return x;
    }

    static int never(int x) {
        int i = 5;
        while (i < 3) { // finding: always_false
            i++;
        }
        return x + i;
    }

    static int three() {
        int s = 0;
        for (int i = 0; i < 3; i++) {
            s += i;
        }
        if (s != 3) { // finding: always_false
            return 1;
        }
        return s;
    }

    static int counted(int n) {
        int s = 0;
        for (int i = 0; i < n && i < 9; i++) {
            s += 2;
        }
        if (s < 0) { // finding: always_false
            return 9;
        }
        return s;
    }

    static int refuted(int n) {
        int s = 0;
        for (int i = 0; i < n && i < 9; i++) {
            s += 2;
        }
        if (s > 17) { // not within the bounds, but inputs by chance get there
            return 9;
        }
        return s;
    }

    static int backwards(int x) {
        do {
            x += 3;
        } while ((x & 7) > 7 || x < 7); // never and maybe, but which side a jump back stands for nobody can tell
        return x;
    }

    static int endless(int x) {
        while (true) {
            x += 3;
            if ((x & 7) <= 7) { // the same
                return x;
            }
        }
    }

    static int inLoop(byte from) {
        int x = from;
        while (x < 100) {
            x += 3;
            if ((x & 7) > 7) {
                x -= 2; // finding: unreachable
            }
        }
        return x;
    }

    static int either(int x) {
        do {
            x += 3;
        } while (x == 4 || x == 7);
        return x;
    }
}
