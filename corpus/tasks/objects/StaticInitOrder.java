// A static field has its default before it is initialized.
// task: unsafe
// inputs: 5
package tasks.objects;

import tasks.Input;

public class StaticInitOrder {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert Config.early + x != 5;
    }

    static class Config {
        static int early = late();
        static int base = 3;

        static int late() {
            return base;
        }
    }
}
