// Pins: inputs of the JDK's interfaces that nothing here makes are stubs.
package corpus.stubs;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.PrimitiveIterator;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Supplier;

public class OfTheJdk {
    public static int supplied(Supplier<String> supplier) {
        String text = supplier.get();
        if ("a".equals(text)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int called(Callable<Integer> callable) throws Exception {
        Integer value = callable.call();
        if (value != null && value == 42) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int combined(BiFunction<Integer, Integer, Integer> function) {
        if (function.apply(1, 2) == 3) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static long summed(PrimitiveIterator.OfLong numbers) {
        long sum = 0;
        while (numbers.hasNext()) {
            sum += numbers.nextLong();
        }
        if (sum == 9) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int boxed(PrimitiveIterator.OfLong numbers) {
        if (numbers.next() == 4L) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int columns(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        if (columns.getColumnCount() == 2 && rows.next()) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
