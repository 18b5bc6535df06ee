// Pins: handlers for errors of the virtual machine are not called dead.
package corpus.traps;

public class VmErrors {
    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    public static int stack(int n) {
        try {
            return deep(n); // expect: reached
        } catch (StackOverflowError e) {
            return -1; // expect: possible(strict)
        }
    }

    public static int memory(int n) {
        if (n < 0) {
            return 0; // expect: reached
        }
        try {
            long[] a = new long[n];
            return a.length; // expect: reached
        } catch (OutOfMemoryError e) {
            return -1; // expect: possible(strict)
        }
    }

    public static int everything(int x) {
        try {
            return x + 1; // expect: reached
        } catch (VirtualMachineError e) {
            return -1; // expect: possible(strict)
        }
    }
}
