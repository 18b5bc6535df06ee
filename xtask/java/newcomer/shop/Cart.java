package shop;

/** Items that somebody is about to buy, as a chain. */
public class Cart {
    static class Item {
        int price;
        int count;
        Item next;
    }

    private Item first;

    public void add(int price, int count) {
        if (count <= 0) {
            return;
        }
        Item item = new Item();
        item.price = price;
        item.count = count;
        item.next = first;
        first = item;
    }

    public int total() {
        int total = 0;
        for (Item item = first; item != null; item = item.next) {
            total += item.price * item.count;
        }
        return total;
    }

    /** Ten percent off from 100 on, and never below zero. */
    public static int discounted(int total) {
        int reduced = total >= 100 ? total - total / 10 : total;
        if (reduced < 0) {
            reduced = 0;
        }
        if (total >= 100 && reduced > total) {
            throw new AssertionError();
        }
        return reduced;
    }
}
