// Pins: final instance fields with constant values are constants; other final fields of an input are not pinned.
package corpus.fields;

public class FinalFields {
    static class Box {
        final int five = 5;
        final int given;

        Box(int given) {
            this.given = given & 7;
        }
    }

    public static int constant(Box box) {
        if (box == null) {
            return -1;
        }
        if (box.five != 5) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int given(Box box) {
        if (box == null) {
            return -1;
        }
        if (box.given == 6) {
            return 1; // expect: reached
        }
        if (box.given == 9) {
            return 2; // expect: possible
        }
        return 0; // expect: reached
    }
}
