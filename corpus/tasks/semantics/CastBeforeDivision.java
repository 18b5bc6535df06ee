// A cast goes before a division.
// task: safe
package tasks.semantics;

import tasks.Input;

public class CastBeforeDivision {
    public static void main(String[] args) {
        int a = Input.nextInt();
        if (a < 0 || a > 1000) {
            return;
        }
        double half = (double) a / 2;
        double whole = (double) (a / 2);
        assert half - whole == (a % 2 == 0 ? 0 : 0.5);
    }
}
