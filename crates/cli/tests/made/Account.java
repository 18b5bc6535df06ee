package demo;
import java.util.*;
public class Account {
    private final String id; private long balance; private boolean frozen; private final List<String> log = new ArrayList<>();
    public Account(String id, long balance) { if (id == null || id.isEmpty()) throw new IllegalArgumentException("id"); this.id = id; this.balance = balance; }
    public String getId() { return id; }
    public long getBalance() { return balance; }
    public void freeze() { frozen = true; log.add("frozen"); }
    public void deposit(long amount) { if (frozen) throw new IllegalStateException("frozen"); if (amount <= 0) throw new IllegalArgumentException("amount"); balance += amount; log.add("deposit " + amount); }
    public boolean withdraw(long amount) { if (frozen) return false; if (amount > balance) return false; balance -= amount; return true; }
    public int entries() { return log.size(); }
    public boolean canPay(Account other, long amount) { if (other.frozen) return false; if (this == other) return false; return balance >= amount; }
    public static long total(Account a, Account b) { if (a.frozen || b.frozen) return 0; return a.balance + b.balance; }
}
