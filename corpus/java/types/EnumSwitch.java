// Pins: a switch over an enum goes through a table that javac makes; its default is not taken by a constant that has a case.
package corpus.types;

public class EnumSwitch {
    enum Level {
        LOW, MIDDLE, HIGH
    }

    public static int weight(Level level) {
        switch (level) { // expect: throws java.lang.NullPointerException reached
            case LOW:
                return 1; // expect: possible(strict)
            case MIDDLE:
                return 10; // expect: possible(strict)
            case HIGH:
                return 100; // expect: possible(strict)
            default:
                return 0; // expect: impossible
        }
    }
}
