// The text of a concatenation is put together where somebody looks into it.
package corpus.text;

public class Concatenations {
    static int numbered(int number) {
        if (("x" + number).equals("x42")) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int framed(String text) {
        String framed = "<" + text + ">";
        if (framed.length() < 2) {
            return 1; // expect: impossible
        }
        if (framed.startsWith("<ab")) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int clock(int hour, int minute) {
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return 0; // expect: reached
        }
        String clock = (hour < 10 ? "0" : "") + hour + ":" + (minute < 10 ? "0" : "") + minute;
        if (clock.equals("07:30")) {
            return 1; // expect: reached
        }
        if (clock.length() != 5) {
            return 2; // expect: unreachable
        }
        return 3; // expect: reached
    }

    static int ofTwo(String one, String other) {
        if ((one + other).equals("hello") && one.length() == 2) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int thrown(int number) {
        if (number > 3) {
            throw new IllegalArgumentException("bad " + number); // expect: reached
        }
        return 1; // expect: reached
    }

    static int flag(boolean flag) {
        return ("" + flag).length() == 4 ? 1 : 2; // expect: true reached, false reached
    }
}
