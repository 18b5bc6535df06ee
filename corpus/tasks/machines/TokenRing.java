// Exactly one member of a ring has the token.
// task: safe
package tasks.machines;

import tasks.Input;

public class TokenRing {
    public static void main(String[] args) {
        boolean[] has = {true, false, false};
        for (int i = 0; i < 5; i++) {
            int from = Input.nextInt();
            if (from >= 0 && from < 3 && has[from]) {
                has[from] = false;
                has[(from + 1) % 3] = true;
            }
        }
        assert (has[0] ? 1 : 0) + (has[1] ? 1 : 0) + (has[2] ? 1 : 0) == 1;
    }
}
