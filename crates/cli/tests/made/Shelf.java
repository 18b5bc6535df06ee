package demo;

import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Logger;

/** What is in stock at which price, as people write it: with a table, a logger and a currency. */
public class Shelf {
    private static final Logger LOG = Logger.getLogger("demo");
    private static final Currency EURO = Currency.getInstance("EUR");

    private final Map<String, Long> prices = new LinkedHashMap<>();

    public void set(String item, long price) {
        if (price < 0) {
            throw new IllegalArgumentException("negative price");
        }
        LOG.fine("priced");
        prices.put(item, price);
    }

    public long priceOf(String item) {
        Long price = prices.get(item);
        return price == null ? -1 : price;
    }

    public String priceTag(String item) {
        return priceOf(item) < 0 ? "" : priceOf(item) + EURO.getCurrencyCode();
    }
}
