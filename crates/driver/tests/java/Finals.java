import java.util.List;

/** Code that reads fields again after calls: of what a line is infeasible for whom is said behind it. */
class Finals {
    private final List<String> kept;
    private List<String> open;
    private final int size;

    Finals(List<String> kept, int size) {
        this.kept = kept;
        this.size = size;
    }

    int finalField() {
        if (kept.isEmpty()) {
            return 1;
        }
        if (kept == null) {
            return 2; // infeasible if final fields are kept
        }
        return 3;
    }

    int otherField() {
        if (open.isEmpty()) {
            return 1;
        }
        if (open == null) {
            return 2; // feasible
        }
        return 3;
    }

    int inLoop(List<Runnable> tasks) {
        if (size < 3) {
            return 0;
        }
        for (Runnable task : tasks) {
            task.run();
            if (size < 3) {
                return 1; // infeasible if final fields are kept
            }
        }
        return 2;
    }

    int ofOther(Finals other) {
        if (other.size == 1) {
            kept.clear();
            if (other.size == 2) {
                return 1; // infeasible if final fields are kept
            }
            if (size == 2) {
                return 2; // feasible
            }
        }
        return 3;
    }

    static int constructed(List<String> list, int n) {
        Finals made = new Finals(list, n);
        list.clear();
        if (made.size == 4) {
            list.clear();
            return 1; // feasible
        }
        return 3;
    }
}
