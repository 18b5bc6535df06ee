package bank;

import java.util.ArrayList;
import java.util.List;

/** An account with a limit below which its balance does not fall. */
public class Account {
    private final String owner;
    private final long limit;
    private final List<Transaction> history = new ArrayList<>();
    private long balance;
    private boolean closed;

    /** Opens an account; the limit is zero or negative. */
    public Account(String owner, long limit) {
        if (limit > 0) {
            throw new IllegalArgumentException("limit is positive: " + limit);
        }
        this.owner = owner;
        this.limit = limit;
    }

    public void deposit(long cents) {
        requireOpen();
        if (cents <= 0) {
            throw new IllegalArgumentException("nothing to deposit");
        }
        record(new Transaction.Deposit(cents));
    }

    /** Takes money out, unless the limit forbids it. */
    public boolean withdraw(long cents) {
        requireOpen();
        if (balance - cents < limit) {
            return false;
        }
        record(new Transaction.Withdrawal(cents));
        return true;
    }

    /** Charges a fee of one percent for accounts that are overdrawn. */
    public long chargeInterest() {
        if (balance >= 0) {
            return 0;
        }
        long fee = -balance / 100;
        record(new Transaction.Fee(fee, "interest"));
        return fee;
    }

    public void close() {
        if (balance != 0) {
            throw new IllegalStateException("balance is " + balance);
        }
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    public long getBalance() {
        return balance;
    }

    public String getOwner() {
        return owner;
    }

    /** The number of transactions so far. */
    public int transactions() {
        return history.size();
    }

    /** The last transaction as one line, or "none". */
    public String last() {
        return history.isEmpty() ? "none" : Transaction.describe(history.get(history.size() - 1));
    }

    private void record(Transaction transaction) {
        history.add(transaction);
        balance += transaction.change();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("account of " + owner + " is closed");
        }
    }
}
