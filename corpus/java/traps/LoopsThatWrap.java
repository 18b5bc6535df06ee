// Over whole numbers without an end nothing would get there. Numbers of 32 bits wrap.
package corpus.traps;

public class LoopsThatWrap {
    public static int third(int n) {
        for (int i = 0; i < n; i += 3) {
            if (i == 7) {
                return 1; // expect: possible
            }
        }
        return 0; // expect: reached
    }

    public static int negative(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        if (sum < 0) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int down(int n) {
        int i = -1;
        while (i != n) {
            i--;
        }
        if (i >= 0) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int doubled(int n) {
        int power = 1;
        for (int i = 0; i < n; i++) {
            power *= 2;
        }
        if (power == 0) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int narrow(int n) {
        byte count = 0;
        for (int i = 0; i < n; i++) {
            count++;
        }
        if (count < 0) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }
}
