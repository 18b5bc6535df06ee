package demo;

import java.math.BigDecimal;

/** An amount of money that is raised by a part of it, and an exception that says more than its message. */
public final class Charge {
    /** Why a charge is refused. */
    public static final class Refused extends RuntimeException {
        private final int limit;
        private final String reason;

        Refused(String reason, int limit) {
            super("refused");
            this.reason = reason;
            this.limit = limit;
        }

        public int limit() {
            return limit;
        }

        public String reason() {
            return reason;
        }
    }

    private final BigDecimal amount;

    public Charge(BigDecimal amount) {
        if (amount.signum() <= 0) {
            throw new Refused("not positive", 0);
        }
        this.amount = amount;
    }

    public BigDecimal amount() {
        return amount;
    }

    public Charge plus(int percent) {
        if (percent > 20) {
            throw new Refused("too much", 20);
        }
        return new Charge(amount.add(BigDecimal.valueOf(percent, 2)));
    }
}
