// Boxes tell the two zeros apart.
// task: unsafe
// inputs: -0.0
package tasks.semantics;

import tasks.Input;

public class ZeroBoxesDiffer {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (x != 0) {
            return;
        }
        assert Double.valueOf(x).equals(0.0);
    }
}
