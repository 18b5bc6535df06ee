// A turnstile lets through no more than coins.
// task: safe
package tasks.machines;

import tasks.Input;

public class Turnstile {
    public static void main(String[] args) {
        boolean open = false;
        int coins = 0;
        int passed = 0;
        for (int i = 0; i < 6; i++) {
            if (Input.nextBoolean()) {
                coins++;
                open = true;
            } else if (open) {
                passed++;
                open = false;
            }
        }
        assert passed <= coins;
    }
}
