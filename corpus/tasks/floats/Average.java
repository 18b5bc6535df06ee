// The average of two numbers of one sign is between them.
// task: safe
package tasks.floats;

import tasks.Input;

public class Average {
    public static void main(String[] args) {
        float a = Input.nextFloat();
        float b = Input.nextFloat();
        if (!(a >= 0 && a <= b && b <= 1000)) {
            return;
        }
        float average = (a + b) / 2;
        assert average >= 0 && average <= 1000;
    }
}
