// Texts that are put together are longer than those of the input, whatever flags say: there is no bound on them that a proof could name.
// clew: --string-length 8
package corpus.bounds;

public final class GrowingText {
    private GrowingText() {
    }

    static int repeated(String text) {
        String all = text.repeat(5);
        if (all.length() > 32) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }

    static int appended(String one, String two) {
        StringBuilder all = new StringBuilder();
        all.append(one).append(two).append(one).append(two).append(one).append(two);
        if (all.length() > 40) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }

    static int doubled(String text) {
        StringBuilder all = new StringBuilder(text);
        for (int round = 0; round < 4; round++) {
            all.append(all.toString());
        }
        if (all.length() == 64) {
            return 1; // expect: possible(strict)
        }
        return 0;
    }
}
