// Pins: EnumSet and EnumMap run as the JDK's own code.
package corpus.library;

import java.util.EnumMap;
import java.util.EnumSet;

public class EnumSets {
    public enum Day { MON, TUE, SAT, SUN }

    public static boolean weekend(Day day) {
        EnumSet<Day> weekend = EnumSet.of(Day.SAT, Day.SUN);
        if (weekend.contains(day)) {
            return true; // expect: reached
        }
        return false; // expect: reached
    }

    public static int mapped(boolean first) {
        EnumMap<Day, Integer> numbers = new EnumMap<>(Day.class);
        numbers.put(Day.MON, 1);
        numbers.put(Day.TUE, 2);
        int number = numbers.get(first ? Day.MON : Day.TUE);
        if (number == 1) {
            return 10; // expect: reached
        }
        if (number == 2) {
            return 20; // expect: reached
        }
        return 30; // expect: unreachable
    }
}
