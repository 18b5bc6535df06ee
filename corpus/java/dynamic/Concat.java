// Pins: concatenation of known parts gives a known text; with a number that is not known, a text that nobody looks into.
package corpus.dynamic;

public class Concat {
    public static boolean known() { // expect: returns true
        String nothing = null;
        Object box = 7;
        char[] chars = null;
        int i = 1;
        long l = -5;
        byte b = -1;
        boolean z = true;
        char c = 'c';
        return ("" + i + '-' + c + nothing + box + z + l + b + chars).equals("1-cnull7true-5-1null");
    }

    public static int message(int x) { // expect: raises java.lang.IllegalArgumentException
        if (x > 10) {
            throw new IllegalArgumentException("too large: " + x + " of " + 10); // expect: reached
        }
        return x; // expect: reached
    }

    static class Loud {
        int told;

        @Override
        public String toString() {
            told++;
            if (told == 3) {
                throw new IllegalStateException();
            }
            return "loud";
        }
    }

    public static int calls(Loud loud) { // expect: raises java.lang.IllegalStateException
        String text = "<" + loud + ">";
        if (loud == null) {
            return 0; // expect: reached
        }
        return loud.told; // expect: reached
    }

    public static int looked(int x) {
        String text = "x=" + x; // expect: possible(strict)
        if (text.length() == 4) { // expect: true possible(strict), false possible(strict)
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    public static String returned(int x) {
        if (x == 4) {
            return null; // expect: reached
        }
        return "x=" + x; // expect: reached
    }

    public static int builder(int x) {
        StringBuilder text = new StringBuilder("a");
        text.append(x).append('b').append("c").append(2L);
        if (x == 12345) {
            throw new IllegalStateException(text.toString()); // expect: reached
        }
        return 0; // expect: reached
    }
}
