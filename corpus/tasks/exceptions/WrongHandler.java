// A handler of a superclass comes first.
// task: unsafe
// inputs: -4
package tasks.exceptions;

import tasks.Input;

public class WrongHandler {
    public static void main(String[] args) {
        int x = Input.nextInt();
        String seen = "none";
        try {
            check(x);
        } catch (IllegalArgumentException wrong) {
            seen = wrong instanceof NumberFormatException ? "format" : "argument";
        } catch (RuntimeException other) {
            seen = "other";
        }
        assert !seen.equals("format");
    }

    static void check(int x) {
        if (x == 3) {
            throw new IllegalArgumentException();
        }
        if (x < 0) {
            throw new NumberFormatException();
        }
        if (x > 100) {
            throw new IllegalStateException();
        }
    }
}
