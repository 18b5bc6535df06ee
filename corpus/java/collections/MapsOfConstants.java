// Pins: goals behind maps and lists of enum constants and boxed numbers. The order in a `HashMap` of constants hangs on identity hash
// codes; inputs with entries that the code speaks of get there all the same, and tests of them hold in every order.
package corpus.collections;

import java.util.List;
import java.util.Map;

public class MapsOfConstants {
    enum Level {
        LOW(1), MID(5), HIGH(10);

        final int weight;

        Level(int weight) {
            this.weight = weight;
        }
    }

    static int score(Map<Level, Integer> counts) {
        int score = 0;
        for (Map.Entry<Level, Integer> entry : counts.entrySet()) {
            score += entry.getKey().weight * entry.getValue();
            if (entry.getKey() == Level.HIGH && entry.getValue() > 3) {
                score += 100; // expect: reached
            }
        }
        return score > 200 ? 200 : score; // expect: true reached, false reached
    }

    static int bonus(Map<Level, Integer> counts) {
        int bonus = 0;
        for (Level level : counts.keySet()) {
            switch (level) {
                case LOW:
                    bonus += 1; // expect: reached
                    break;
                case MID:
                    bonus += 2; // expect: reached
                    break;
                default:
                    bonus += 3; // expect: reached
            }
        }
        if (bonus == 5) {
            return 50; // expect: reached
        }
        return bonus;
    }

    static int rises(List<Integer> numbers) {
        int rises = 0;
        for (int at = 1; at < numbers.size(); at++) {
            if (numbers.get(at) > numbers.get(at - 1)) {
                rises++; // expect: reached
            }
        }
        if (rises > 1 && numbers.get(0) > 40) {
            return -1; // expect: reached
        }
        return rises;
    }
}
