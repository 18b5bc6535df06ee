// Pins: a loop that asks a plain field the same in each round waits for another thread, which may answer.
package corpus.threads;

public class Polling {
    private static boolean stopped;
    private boolean done;
    private int phase;
    private int size;
    private String status = "new";

    void finish() {
        done = true;
    }

    void set(int phase, int size) {
        this.phase = phase;
        this.size = size;
    }

    static void stop() {
        stopped = true;
    }

    boolean isDone() {
        return done;
    }

    boolean isIdle() {
        return phase == 0;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int field() {
        done = false;
        int rounds = 0;
        while (!done) {
            if (++rounds == 4) {
                return 0;
            }
        }
        return rounds; // expect: unreachable(if single_thread)
    }

    int anyNumberOfRounds(int most) {
        done = false;
        for (int rounds = 0; !done; rounds++) {
            if (rounds > most) {
                return 0;
            }
        }
        return 1; // expect: unreachable(if single_thread)
    }

    static int staticField() {
        stopped = false;
        for (int round = 0; round < 3; round++) {
            if (stopped) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return -1;
    }

    int getter() {
        done = false;
        for (int round = 0; round < 3; round++) {
            if (isDone()) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return -1;
    }

    int comparingGetter() {
        phase = 0;
        int rounds = 0;
        while (isIdle()) {
            if (++rounds == 4) {
                return 1;
            }
        }
        return 0; // expect: unreachable(if single_thread)
    }

    int text() {
        status = "started";
        for (int round = 0; round < 3; round++) {
            if ("done".equals(status)) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return -1;
    }

    int[] elements(int[] flags) {
        if (flags.length == 0) {
            return flags;
        }
        flags[0] = 0;
        for (int round = 0; round < 3; round++) {
            if (flags[0] != 0) {
                return null; // expect: unreachable(if single_thread)
            }
        }
        return flags;
    }

    int cases() {
        phase = 0;
        for (int round = 0; round < 3; round++) {
            switch (phase) {
                case 1:
                    return 1; // expect: unreachable(if single_thread)
                default:
                    break;
            }
        }
        return 0;
    }

    int twoSteps() {
        boolean isSeen = false;
        for (int round = 0; round < 3; round++) {
            if (phase == 1) {
                isSeen = true;
            }
            if (phase == 2 && isSeen) {
                return 1; // expect: unreachable(if single_thread)
            }
        }
        return 0;
    }

    int changes() {
        size = 3;
        while (size > 0) {
            size--;
        }
        if (size != 0) {
            return 1; // expect: unreachable
        }
        return 0;
    }

    int removes() {
        size = 3;
        while (!isEmpty()) {
            size--;
        }
        if (size != 0) {
            return 1; // expect: unreachable
        }
        return 0;
    }

    static int ofItsOwn() {
        Polling own = new Polling();
        for (int round = 0; round < 3; round++) {
            if (own.done) {
                return 1; // expect: unreachable
            }
        }
        return 0;
    }

    static int argument(boolean isDone) {
        int rounds = 0;
        for (int round = 0; round < 3; round++) {
            if (isDone) {
                rounds++;
            }
        }
        if (isDone && rounds != 3) {
            return 1; // expect: unreachable
        }
        return 0;
    }
}
