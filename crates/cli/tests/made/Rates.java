package demo;

import java.util.List;
import java.util.function.Function;

public class Rates {
    interface Rate {
        int rateOf(String name) throws Exception;
    }

    interface Sink {
        void put(int value);
    }

    interface Source {
        Source next();
    }

    static int priced(Rate rate, int amount) throws Exception {
        return rate.rateOf("vat") == 11 ? amount * 11 : amount;
    }

    static int both(Rate rate) throws Exception {
        return rate.rateOf("a") == 4 && rate.rateOf("b") == 8 ? 1 : 0;
    }

    static void send(Sink sink, int value) {
        if (value > 0) {
            sink.put(value);
        }
    }

    static int size(Function<String, List<String>> found) {
        return found.apply("k").size() == 2 ? 2 : 0;
    }

    /** The object that the stub returns may be the stub itself. */
    static int again(Source source) {
        return source.next() == source ? 1 : 0;
    }
}
