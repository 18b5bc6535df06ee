// A clamped number is between the ends.
// task: safe
package tasks.floats;

import tasks.Input;

public class Clamp {
    public static void main(String[] args) {
        float x = Input.nextFloat();
        if (Float.isNaN(x)) {
            return;
        }
        float clamped = Math.max(-1f, Math.min(1f, x));
        assert clamped >= -1f && clamped <= 1f;
    }
}
