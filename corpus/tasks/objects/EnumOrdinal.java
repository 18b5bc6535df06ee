// The last constant has no successor.
// task: unsafe
// inputs: 2
package tasks.objects;

import tasks.Input;

public class EnumOrdinal {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 2) {
            return;
        }
        Light light = Light.values()[x];
        assert light.ordinal() + 1 < Light.values().length;
    }

    enum Light { RED, YELLOW, GREEN }
}
