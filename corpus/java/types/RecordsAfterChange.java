// The constructor of a record ran before the method did: it has not seen what the method changes in the process.
package corpus.types;

import java.util.Locale;

public class RecordsAfterChange {
    record Price(int cents) {
        Price {
            if (Locale.getDefault() == Locale.ROOT) {
                throw new IllegalArgumentException();
            }
        }
    }

    static int behindChange(Price price) {
        Locale.setDefault(Locale.ROOT);
        if (price == null) {
            return 0; // expect: reached
        }
        int cents = price.cents();
        if (cents == 7) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }
}
