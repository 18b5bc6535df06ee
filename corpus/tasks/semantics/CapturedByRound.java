// Each round of a loop captures a variable of its own.
// task: safe
package tasks.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tasks.Input;

public class CapturedByRound {
    public static void main(String[] args) {
        int base = Input.nextInt();
        List<Supplier<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int captured = base + i;
            all.add(() -> captured);
        }
        assert all.get(2).get() - all.get(0).get() == 2;
    }
}
