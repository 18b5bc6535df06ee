// Pins: a loop that asks a collection the same in each round waits for another thread, which may fill it.
package corpus.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class PollingOfCollections {
    static ArrayDeque<String> jobs;
    static ArrayList<String> names;
    static ArrayList<String> others;
    static Map<String, String> answers;

    static int waitsForOne() {
        ArrayDeque<String> mine = new ArrayDeque<>();
        jobs = mine;
        int rounds = 0;
        while (mine.isEmpty()) {
            if (++rounds == 3) {
                return 0;
            }
        }
        return rounds; // expect: unreachable(if single_thread)
    }

    static int takes() {
        ArrayDeque<String> mine = new ArrayDeque<>();
        jobs = mine;
        for (int round = 0; round < 3; round++) {
            String job = mine.poll();
            if (job != null) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return 0;
    }

    static int waitsForAnswer() {
        Map<String, String> mine = new HashMap<>();
        answers = mine;
        for (int round = 0; round < 3; round++) {
            if (mine.get("done") != null) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return -1;
    }

    static int counts() {
        ArrayList<String> mine = new ArrayList<>();
        mine.add("one");
        names = mine;
        for (int round = 0; round < 3; round++) {
            if (mine.size() > 1) {
                return round; // expect: unreachable(if single_thread)
            }
        }
        return 1;
    }

    static int countsOther(int[] rounds) {
        ArrayList<String> mine = new ArrayList<>();
        ArrayList<String> log = new ArrayList<>();
        names = mine;
        others = log;
        for (int round = 0; round < 3; round++) {
            if (!mine.isEmpty()) {
                return round; // expect: unreachable(if single_thread)
            }
            log.add("empty");
            if (rounds.length > 0) {
                rounds[0]++;
            }
        }
        return 1;
    }

    static String first() {
        TreeMap<String, String> mine = new TreeMap<>();
        answers = mine;
        for (int round = 0; round < 3; round++) {
            if (mine.firstEntry() != null) {
                return "found"; // expect: unreachable(if single_thread)
            }
        }
        return "none";
    }

    static int removes() {
        ArrayList<String> mine = new ArrayList<>();
        mine.add("one");
        mine.add("two");
        names = mine;
        while (!mine.isEmpty()) {
            mine.remove(0);
        }
        if (mine.size() != 0) {
            return 1; // expect: unreachable
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

    static int ofItsOwnBesideShared(int[] numbers) {
        List<String> own = new ArrayList<>();
        int sum = 0;
        for (int round = 0; round < 3; round++) {
            if (!own.isEmpty()) {
                return 1; // expect: unreachable
            }
            sum += numbers.length > round ? numbers[round] : 0;
        }
        return sum == 7 ? 2 : 0;
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
