// Pins: a copy into an array of another class checks each object, and what comes before one that does not fit is copied.
package corpus.library;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class NarrowingCopy {
    public static String[] fits() {
        List<String> texts = new ArrayList<>();
        texts.add("a");
        texts.add(null);
        return texts.toArray(new String[0]); // expect: reached
    }

    public static int refused(int at) {
        Object[] mixed = {"a", "b", 3};
        String[] texts = new String[3];
        try {
            System.arraycopy(mixed, 0, texts, 0, 3);
        } catch (ArrayStoreException e) {
            if (texts[0] == null || texts[2] != null) {
                return 0; // expect: unreachable
            }
            return "b".equals(texts[1]) ? 1 : 2; // expect: reached
        }
        return 3; // expect: unreachable
    }

    public static int whole() {
        Object[] all = Arrays.copyOf(new String[] {"x"}, 2, Object[].class);
        if (all[1] == null) {
            return all.length; // expect: reached
        }
        return 0; // expect: unreachable
    }
}
