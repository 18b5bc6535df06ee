package clew.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is attacked, as the resource {@code plan} says it: a line for each thing, its words separated by tabs.
 *
 * <pre>
 * roots PLACE...                        the code under attack
 * needs PLACE...                        what it stands on
 * exports PACKAGE...                    packages of java.base that it uses as the JDK's own code does
 * seed N | round N | rounds N | operations N | millis N
 * phase NAME                            one kind of round only; without it all kinds take turns
 * package                               what only the same package may use is called too
 * avoid METHOD                          a method that does not end, and is not called
 * goal CLASS NAME DESCRIPTOR POINT NEAR proved | within
 *                                       a point as RecordedClass has it, or E12 java.lang.X for an exception that arises in line 12;
 *                                       NEAR is the point of the line before it, - where there is none
 * </pre>
 */
final class AttackPlan {
    final List<String> roots = new ArrayList<>();
    final List<String> needs = new ArrayList<>();
    final List<String> exports = new ArrayList<>();
    final Map<String, Long> numbers = new HashMap<>();
    final Set<String> avoided = new HashSet<>();
    final List<Goal> goals = new ArrayList<>();
    boolean usesPackage;
    AttackPhase phase;

    /** A point that is said to be out of reach. */
    static final class Goal {
        final int id;
        final String owner;
        final String name;
        final String descriptor;
        final String point;
        final String near;

        /** Whether the proof names no bound, so that calls that reach it are worth looking for. */
        final boolean isProved;

        Goal(int id, List<String> words) {
            this.id = id;
            owner = words.get(1);
            name = words.get(2);
            descriptor = words.get(3);
            point = words.get(4);
            near = words.get(5);
            isProved = words.get(6).equals("proved");
        }

        boolean isException() {
            return point.startsWith("E");
        }

        /** What an exception has to come with: the place that it arises at, and its class. */
        String arising() {
            int space = point.indexOf(' ');
            return owner + "#" + name + ":" + point.substring(1, space) + ":" + point.substring(space + 1);
        }
    }

    static AttackPlan read() throws IOException {
        AttackPlan plan = new AttackPlan();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                AttackPlan.class.getResourceAsStream("/plan"), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                plan.add(Arrays.asList(line.split("\t", -1)));
            }
        }
        return plan;
    }

    private void add(List<String> words) {
        switch (words.get(0)) {
            case "roots":
                roots.addAll(words.subList(1, words.size()));
                break;
            case "needs":
                needs.addAll(words.subList(1, words.size()));
                break;
            case "exports":
                exports.addAll(words.subList(1, words.size()));
                break;
            case "phase":
                phase = AttackPhase.valueOf(words.get(1).toUpperCase(java.util.Locale.ROOT));
                break;
            case "package":
                usesPackage = true;
                break;
            case "avoid":
                avoided.add(words.get(1));
                break;
            case "goal":
                goals.add(new Goal(goals.size(), words));
                break;
            default:
                numbers.put(words.get(0), Long.parseLong(words.get(1)));
        }
    }

    long number(String name) {
        return numbers.get(name);
    }

    /** What a round with this number does. */
    AttackPhase phase(long round) {
        AttackPhase[] all = AttackPhase.values();
        return phase != null ? phase : all[(int) (round % all.length)];
    }
}
