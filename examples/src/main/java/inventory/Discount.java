package inventory;

/** How much less a customer pays. */
public enum Discount {
    NONE(0),
    REGULAR(5),
    STAFF(30);

    private final int percent;

    Discount(int percent) {
        this.percent = percent;
    }

    public long apply(long cents) {
        return cents - cents * percent / 100;
    }

    /** The discount of a customer by the number of orders. */
    public static Discount of(int orders, boolean employee) {
        if (employee) {
            return STAFF;
        }
        return orders >= 10 ? REGULAR : NONE;
    }
}
