// Three steps lead back to red.
// task: unsafe
// inputs: true, true, true
package tasks.machines;

import tasks.Input;

public class TrafficLight {
    public static void main(String[] args) {
        Light light = Light.RED;
        for (int i = 0; i < 3; i++) {
            if (Input.nextBoolean()) {
                light = light.next();
            }
        }
        assert light != Light.RED || next == 0;
    }

    static int next;

    enum Light {
        RED, GREEN, YELLOW;

        Light next() {
            next++;
            return values()[(ordinal() + 1) % values().length];
        }
    }
}
