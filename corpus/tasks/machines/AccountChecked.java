// An account is never overdrawn.
// task: safe
package tasks.machines;

import tasks.Input;

public class AccountChecked {
    public static void main(String[] args) {
        Account account = new Account();
        for (int i = 0; i < 4; i++) {
            int amount = Input.nextInt();
            if (Input.nextBoolean()) {
                account.put(amount);
            } else {
                account.take(amount);
            }
        }
        assert account.balance >= 0;
    }

    static class Account {
        int balance;

        void put(int amount) {
            if (amount > 0 && amount <= 1000) {
                balance += amount;
            }
        }

        void take(int amount) {
            if (amount > 0 && amount <= balance) {
                balance -= amount;
            }
        }
    }
}
