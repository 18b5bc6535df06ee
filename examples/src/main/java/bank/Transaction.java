package bank;

/** What changes the balance of an account. */
public sealed interface Transaction {
    /** The change of the balance, in cents. */
    long change();

    /** Money that comes in. */
    record Deposit(long cents) implements Transaction {
        @Override
        public long change() {
            return cents;
        }
    }

    /** Money that goes out. */
    record Withdrawal(long cents) implements Transaction {
        @Override
        public long change() {
            return -cents;
        }
    }

    /** What the bank takes. */
    record Fee(long cents, String reason) implements Transaction {
        @Override
        public long change() {
            return -cents;
        }
    }

    /** One line of a statement. */
    static String describe(Transaction transaction) {
        if (transaction instanceof Deposit deposit) {
            return "in " + deposit.cents();
        }
        if (transaction instanceof Withdrawal withdrawal) {
            return "out " + withdrawal.cents();
        }
        Fee fee = (Fee) transaction;
        return fee.reason() + " " + fee.cents();
    }
}
