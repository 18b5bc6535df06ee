// Pins: reading and writing instance fields of every primitive type keeps their width.
package corpus.fields;

public class InstanceFields {
    boolean flag;
    byte small;
    short middle;
    char letter;
    int number;
    long wide;
    Object other;

    public int read() {
        if (small > 127) {
            return 1; // expect: unreachable(strict)
        }
        if (letter < 0) {
            return 2; // expect: unreachable(strict)
        }
        if (middle == -32768 && letter == 65535 && small == -128) {
            return 3; // expect: reached
        }
        if (wide == 4294967296L) {
            return 4; // expect: reached
        }
        if (flag) { // expect: true reached, false reached
            return 5; // expect: reached
        }
        if (other == this) { // expect: true reached, false reached
            return 6; // expect: reached
        }
        return 0; // expect: reached
    }

    public int write(int x) {
        small = (byte) x;
        middle = (short) x;
        letter = (char) x;
        number = x;
        wide = x;
        flag = x == 3;
        if (number != x) {
            return 1; // expect: unreachable(strict)
        }
        if (small == 0 && middle != 0) {
            return 2; // expect: reached
        }
        if (middle == letter && x < 0) {
            if (middle >= 0) {
                return 3; // expect: reached
            }
            return 4; // expect: unreachable(strict)
        }
        if (flag && wide != 3L) {
            return 5; // expect: unreachable(strict)
        }
        return 0;
    }
}
