// Pins: a loop that asks a collection the same in each round waits for another thread, which may fill it.
package corpus.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class PollingOfCollections {
    private final ArrayDeque<String> jobs = new ArrayDeque<>();
    private final Map<String, String> answers = new HashMap<>();

    void add(String job) {
        jobs.add(job);
    }

    void answer(String question, String answer) {
        answers.put(question, answer);
    }

    int waitsForOne() {
        if (!jobs.isEmpty()) {
            return -1;
        }
        int rounds = 0;
        while (jobs.isEmpty()) {
            if (++rounds == 3) {
                return 0;
            }
        }
        return rounds; // expect: unreachable(within if single_thread)
    }

    int takes() {
        if (!jobs.isEmpty()) {
            return -1;
        }
        for (int round = 0; round < 3; round++) {
            String job = jobs.poll();
            if (job != null) {
                return round; // expect: unreachable(within if single_thread)
            }
        }
        return 0;
    }

    int waitsForAnswer() {
        answers.clear();
        for (int round = 0; round < 3; round++) {
            if (answers.get("done") != null) {
                return round; // expect: unreachable(within if single_thread)
            }
        }
        return -1;
    }

    int counts(ArrayList<String> names) {
        if (names.size() != 2) {
            return 0;
        }
        for (int round = 0; round < 3; round++) {
            if (names.size() > 2) {
                return round; // expect: unreachable(within if single_thread)
            }
        }
        return 1;
    }

    int removes(ArrayList<String> names) {
        if (names.size() != 2) {
            return 0;
        }
        while (!names.isEmpty()) {
            names.remove(0);
        }
        if (names.size() != 0) {
            return 1; // expect: unreachable(within)
        }
        return 2;
    }

    static int ofItsOwn() {
        List<String> own = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            if (!own.isEmpty()) {
                return 1; // expect: unreachable
            }
        }
        return 0;
    }

    static int fills() {
        List<String> own = new ArrayList<>();
        while (own.size() < 3) {
            own.add("x");
        }
        if (own.size() != 3) {
            return 1; // expect: unreachable
        }
        return 0;
    }
}
