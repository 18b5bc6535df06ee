// open
// clew: --budget 1s
// Pins: pages, carts and stock: arithmetic on counts with checks before and after.
package corpus.everyday;

import java.util.ArrayList;
import java.util.List;

public final class Paging {
    private Paging() {
    }

    static final class Cart {
        private final List<Integer> prices = new ArrayList<>();
        private int total;

        void add(int price) {
            if (price < 0 || price > 100_000) {
                throw new IllegalArgumentException("price " + price); // expect: reached
            }
            prices.add(price);
            total += price; // expect: reached
        }
    }

    static int page(int item, int size) {
        if (item < 0 || size < 1) {
            return -1; // expect: reached
        }
        int page = item / size;
        int first = page * size;
        if (first > item) {
            return -2; // expect: unreachable
        }
        if (page > 0 && size > item) {
            return -3; // expect: unreachable
        }
        return first == item ? 1 : 0; // expect: true reached, false reached
    }

    static int cart(int a, int b) {
        Cart cart = new Cart();
        cart.add(a);
        cart.add(b);
        if (cart.total < a || cart.total > 200_000) {
            return -1; // expect: unreachable
        }
        if (cart.total == 150_000) {
            return cart.prices.size(); // expect: reached
        }
        return 0; // expect: reached
    }

    static int[] bounds(int page, int size, int count) {
        if (page < 0 || page > 1000 || size < 1 || size > 100 || count < 0) {
            throw new IllegalArgumentException("page " + page); // expect: reached
        }
        int from = Math.min(page * size, count);
        int to = Math.min(from + size, count);
        if (from + size < from) {
            return new int[] {from, count}; // expect: unreachable
        }
        if (to < from) {
            return null; // expect: unreachable
        }
        if (to == from) {
            return new int[0]; // expect: reached
        }
        return new int[] {from, to}; // expect: reached
    }

    static String pager(int page, int pages) {
        if (page < 1 || page > pages) {
            return "no page " + page; // expect: reached
        }
        String text = page + "/" + pages;
        if (pages == 1) {
            if (!text.equals("1/1")) {
                return null; // expect: unreachable
            }
            return ""; // expect: reached
        }
        if (text.startsWith("0")) {
            return "0"; // expect: unreachable
        }
        return page == pages ? text + " (last)" : text; // expect: true reached, false reached
    }
}
