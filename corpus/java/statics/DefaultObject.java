// Pins: an input may be the very object that class initialization made, and that object may have changed since.
package corpus.statics;

public class DefaultObject {
    static class Setting {
        int value;

        Setting(int value) {
            this.value = value;
        }
    }

    static final Setting DEFAULT = new Setting(5);

    public static int compare(Setting s) {
        if (s == DEFAULT) {
            if (s == null) {
                return 1; // expect: unreachable
            }
            if (s.value != 5) {
                return 2; // expect: possible
            }
            return 3; // expect: possible(strict)
        }
        return 0; // expect: reached
    }

    public static int write(Setting s) {
        if (s == null) {
            return -1;
        }
        DEFAULT.value = 1;
        s.value = 2;
        if (DEFAULT.value == 2) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }
}
