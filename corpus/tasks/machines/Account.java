// An account is overdrawn where the check looks at the amount only.
// task: unsafe
// inputs: 100, 60, 60
package tasks.machines;

import tasks.Input;

public class Account {
    public static void main(String[] args) {
        int balance = Input.nextInt();
        if (balance < 0 || balance > 100) {
            return;
        }
        for (int i = 0; i < 2; i++) {
            int amount = Input.nextInt();
            if (amount > 0 && amount <= 60) {
                balance -= amount;
            }
        }
        assert balance >= 0;
    }
}
