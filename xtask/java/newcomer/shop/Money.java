package shop;

/** An amount in cents. */
public final class Money {
    private final long cents;

    public Money(long cents) {
        this.cents = cents;
    }

    public long cents() {
        return cents;
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(cents, other.cents));
    }

    /** A share of the amount, rounded toward zero; what is left over goes to nobody. */
    public Money share(int parts) {
        if (parts < 0) {
            throw new IllegalArgumentException();
        }
        return new Money(cents / parts);
    }

    public boolean isDebt() {
        return cents < 0;
    }
}
