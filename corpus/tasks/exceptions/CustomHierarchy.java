// An exception is caught by the first handler that fits.
// task: safe
package tasks.exceptions;

import tasks.Input;

public class CustomHierarchy {
    public static void main(String[] args) {
        int code = Input.nextInt();
        int seen = 0;
        try {
            raise(code);
        } catch (Fatal fatal) {
            seen = 2;
        } catch (Problem problem) {
            seen = problem.code;
        }
        assert code != 7 || seen == 2;
        assert code == 7 || code <= 10 && seen == 0 || seen == code;
    }

    static class Problem extends Exception {
        final int code;

        Problem(int code) {
            this.code = code;
        }
    }

    static class Fatal extends Problem {
        Fatal() {
            super(1);
        }
    }

    static void raise(int code) throws Problem {
        if (code == 7) {
            throw new Fatal();
        }
        if (code > 10) {
            throw new Problem(code);
        }
    }
}
