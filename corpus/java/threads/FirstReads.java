// Pins: a static field that was never looked at may hold something else than at entry once others were let in.
package corpus.threads;

public class FirstReads {
    private static int plain;
    private static final int[] SLOTS = new int[1];
    private static int other;

    static void set(int key, int value) {
        if (key * 7 == 86415) { // No call that comes before guesses the key.
            plain = value;
            other = value;
            SLOTS[0] = value;
        }
    }

    static int atOnce() {
        if (plain != 0) {
            return 1; // expect: reached
        }
        return 2;
    }

    static int afterSleep() throws InterruptedException {
        Thread.sleep(1);
        if (plain != 0) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2;
    }

    static int afterMonitor() {
        synchronized (FirstReads.class) {
            if (other != 0) {
                return 1; // expect: unreachable(if single_thread)
            }
        }
        return 2;
    }

    static int afterPrint() {
        System.out.println("x");
        return SLOTS[0] != 0 ? 1 : 2; // expect: true unreachable(if single_thread), false reached
    }

    static int written() throws InterruptedException {
        plain = 0;
        Thread.sleep(1);
        return plain != 0 ? 1 : 2; // expect: true possible, false reached
    }
}
