package bank;

import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Logger;

/** Accounts by number. */
public class Bank {
    private static final Logger LOG = Logger.getLogger(Bank.class.getName());

    private final Map<String, Account> accounts = new TreeMap<>();
    private int transfers;

    public Account open(String number, String owner, long limit) {
        if (accounts.containsKey(number)) {
            throw new IllegalArgumentException("account " + number + " exists");
        }
        Account account = new Account(owner, limit);
        accounts.put(number, account);
        return account;
    }

    /** Moves money between accounts; nothing changes where it returns false. */
    public boolean transfer(String from, String to, long cents) {
        Account source = find(from);
        Account target = find(to);
        if (source == target || cents <= 0) {
            return false;
        }
        if (!source.withdraw(cents)) {
            LOG.info("transfer refused");
            return false;
        }
        target.deposit(cents);
        transfers++;
        return true;
    }

    public Account find(String number) {
        Account account = accounts.get(number);
        if (account == null) {
            throw new IllegalArgumentException("no account " + number);
        }
        return account;
    }

    /** What all customers together own. */
    public long total() {
        return accounts.values().stream().mapToLong(Account::getBalance).sum();
    }

    public int getTransfers() {
        return transfers;
    }
}
