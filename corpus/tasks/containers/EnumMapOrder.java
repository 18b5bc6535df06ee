// An enum map is in the order of the constants.
// task: safe
package tasks.containers;

import java.util.EnumMap;
import tasks.Input;

public class EnumMapOrder {
    public static void main(String[] args) {
        EnumMap<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.SUN, Input.nextInt());
        hours.put(Day.FRI, 8);
        Day first = hours.keySet().iterator().next();
        assert first == Day.FRI;
    }

    enum Day { FRI, SAT, SUN }
}
