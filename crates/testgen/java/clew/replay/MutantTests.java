package clew.replay;

import java.util.List;

/** Tests that run on a mutant of a class, one after the other on the same classes, until one fails. */
final class MutantTests implements TestRun.Task {
    private final String mutant;
    private final List<String> tests;

    /** Takes the name of the changed class, then test classes, each followed by the names of its methods in one field. */
    MutantTests(String mutant, List<String> tests) {
        this.mutant = mutant;
        this.tests = tests;
    }

    @Override
    public List<String> run(TestLoader loader) throws Exception {
        if (!isSound(loader)) {
            return Fields.list("refused");
        }
        for (int at = 0; at + 1 < tests.size(); at += 2) {
            for (String method : Fields.lines(tests.get(at + 1))) {
                List<String> end = TestCall.call(loader, tests.get(at), method);
                if (end.get(0).equals("failed") || end.get(0).equals("error")) {
                    return Fields.list("killed", end.get(1));
                }
            }
        }
        return Fields.list("passed");
    }

    /** Whether the JVM takes the changed class. Being asked for constructors, it verifies the class and does not initialize it. */
    private boolean isSound(TestLoader loader) throws ClassNotFoundException {
        try {
            Class.forName(mutant, false, loader).getDeclaredConstructors();
            return true;
        } catch (VerifyError | ClassFormatError unsound) {
            return false;
        } catch (LinkageError other) {
            // A class is missing that constructors name: so it is without the change.
            return true;
        }
    }
}
