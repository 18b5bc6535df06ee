package inventory;

/** Goods of one kind in stock. */
public record Item(String sku, int quantity, int minimum) {
    /** Checks the numbers. */
    public Item {
        if (quantity < 0) {
            throw new IllegalArgumentException("quantity is negative");
        }
        if (minimum < 0) {
            throw new IllegalArgumentException("minimum is negative");
        }
    }

    public boolean isShort() {
        return quantity < minimum;
    }

    /** How many to order, in full boxes. */
    public int toOrder(int boxSize) {
        if (!isShort()) {
            return 0;
        }
        int missing = minimum - quantity;
        return (missing + boxSize - 1) / boxSize * boxSize;
    }

    public Item with(int newQuantity) {
        return new Item(sku, newQuantity, minimum);
    }
}
