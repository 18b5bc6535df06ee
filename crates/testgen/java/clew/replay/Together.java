package clew.replay;

import java.util.ArrayList;
import java.util.List;

/** Tests that run one after the other on the same classes, as those of a launcher do; nothing is put back between them. */
final class Together implements TestRun.Task {
    /** Classes and names of methods, in turn. */
    private final List<String> tests = new ArrayList<>();

    /** How much time each test may use, in nanoseconds. */
    private final long most;

    /** The position of the test that runs. */
    private volatile int place;

    /** The test that ran when it was last asked which one does, and what all had used when it was seen first, in nanoseconds. */
    private int seen;

    private long usedBefore;

    /** Takes the time of each test, in milliseconds, and classes, each followed by the names of its methods in one field. */
    Together(long millis, List<String> classes) {
        most = millis * TestRun.NANOS;
        for (int at = 0; at + 1 < classes.size(); at += 2) {
            for (String method : Fields.lines(classes.get(at + 1))) {
                tests.add(classes.get(at));
                tests.add(method);
            }
        }
    }

    /** The position of the test that runs, as a field of an answer. */
    String place() {
        return Integer.toString(place);
    }

    @Override
    public boolean isLate(long used) {
        int now = place;
        if (now != seen) {
            seen = now;
            usedBefore = used;
        }
        return used - usedBefore >= most;
    }

    @Override
    public List<String> run(TestLoader loader) throws Exception {
        List<String> answer = Fields.list("passed");
        for (int at = 0; at < tests.size(); at += 2) {
            place = at / 2;
            List<String> end = TestCall.call(loader, tests.get(at), tests.get(at + 1));
            if (end.get(0).equals("failed")) {
                answer.addAll(Fields.list(place(), end.get(1), end.get(2)));
            } else if (end.get(0).equals("error")) {
                answer.addAll(Fields.list(place(), "", end.get(1)));
            }
        }
        return answer;
    }
}
