// Printing an object calls its `toString`.
// task: safe
package tasks.output;

import tasks.Input;

public class ToStringCalled {
    public static void main(String[] args) {
        Probe probe = new Probe();
        int x = Input.nextInt();
        if (x > 0) {
            System.out.println(probe);
        }
        assert probe.asked == (x > 0 ? 1 : 0);
    }

    static class Probe {
        int asked;

        @Override
        public String toString() {
            asked++;
            return "probe";
        }
    }
}
