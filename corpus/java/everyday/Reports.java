// open
// clew: --budget 1s
// Pins: lines of a report: padding, titles, plain formats, percentages.
package corpus.everyday;

public final class Reports {
    private Reports() {
    }

    static String padded(String text, int width) {
        StringBuilder line = new StringBuilder();
        for (int i = text.length(); i < width; i++) {
            line.append(' ');
        }
        line.append(text);
        String padded = line.toString();
        if (padded.length() < width) {
            return null; // expect: unreachable
        }
        if (padded.equals("  7")) {
            return "seven"; // expect: reached
        }
        return padded; // expect: reached
    }

    static String line(String name, int cents) {
        StringBuilder line = new StringBuilder("| ");
        line.append(name).append(" | ").append(cents / 100).append('.').append(Math.abs(cents % 100)).append(" |");
        String text = line.toString();
        if (text.length() < 10) {
            return null; // expect: unreachable
        }
        if (text.equals("| tea | 2.5 |")) {
            return "tea"; // expect: reached
        }
        return text; // expect: reached
    }

    static String title(String text) {
        String title = "== " + text + " ==";
        if (title.length() < 6) {
            return null; // expect: unreachable
        }
        if (title.length() == 6) {
            return "no title"; // expect: reached
        }
        if (text == null) {
            return "null"; // expect: reached
        }
        return title; // expect: reached
    }

    static String summary(int count, int failed) {
        if (count < 0 || failed < 0 || failed > count) {
            throw new IllegalArgumentException(failed + " of " + count); // expect: reached
        }
        String text = String.format("%d of %d failed", failed, count);
        if (count == 0 && failed > 0) {
            return null; // expect: unreachable
        }
        if (failed == 0) {
            return "all passed"; // expect: reached
        }
        return text; // expect: reached
    }

    static int percent(int done, int all) {
        if (all <= 0 || done < 0 || done > all) {
            return -1; // expect: reached
        }
        int percent = (int) (100L * done / all);
        String text = percent + "%";
        if (text.length() > 4) {
            return 5; // expect: unreachable
        }
        if (text.length() == 4) {
            return 4; // expect: reached
        }
        return text.length(); // expect: reached
    }
}
