package bank;

/** An amount in the smallest unit of a currency. */
public record Money(long cents, String currency) {
    /** Checks that the currency has three letters. */
    public Money {
        if (currency == null || currency.length() != 3) {
            throw new IllegalArgumentException("currency must have three letters");
        }
    }

    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(cents, other.cents), currency);
    }

    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(cents, other.cents), currency);
    }

    public boolean isNegative() {
        return cents < 0;
    }

    /** The part that a rate in hundredths of a percent gives, rounded towards zero. */
    public Money share(int basisPoints) {
        return new Money(cents * basisPoints / 10_000, currency);
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException("cannot mix " + currency + " and " + other.currency);
        }
    }
}
