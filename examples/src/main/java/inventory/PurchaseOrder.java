package inventory;

import java.util.ArrayList;
import java.util.List;

/** What a customer orders. */
public final class PurchaseOrder {
    private final String customer;
    private final List<Line> lines;
    private final Discount discount;

    /** So many pieces at a price each. */
    public record Line(String sku, int pieces, long centsEach) {
        public long cents() {
            return pieces * centsEach;
        }
    }

    private PurchaseOrder(Builder builder) {
        customer = builder.customer;
        lines = List.copyOf(builder.lines);
        discount = builder.discount;
    }

    public static Builder builder(String customer) {
        return new Builder(customer);
    }

    public String customer() {
        return customer;
    }

    public int lineCount() {
        return lines.size();
    }

    /** What is to be paid, with shipping below 50 euros. */
    public long totalCents() {
        long sum = 0;
        for (Line line : lines) {
            sum += line.cents();
        }
        long discounted = discount.apply(sum);
        return discounted < 5_000 ? discounted + 495 : discounted;
    }

    /** Collects the parts of an order. */
    public static final class Builder {
        private final String customer;
        private final List<Line> lines = new ArrayList<>();
        private Discount discount = Discount.NONE;

        private Builder(String customer) {
            this.customer = customer;
        }

        public Builder line(String sku, int pieces, long centsEach) {
            if (pieces <= 0) {
                throw new IllegalArgumentException("pieces: " + pieces);
            }
            lines.add(new Line(sku, pieces, centsEach));
            return this;
        }

        public Builder discount(Discount value) {
            discount = value;
            return this;
        }

        public PurchaseOrder build() {
            if (lines.isEmpty()) {
                throw new IllegalStateException("the order is empty");
            }
            return new PurchaseOrder(this);
        }
    }
}
