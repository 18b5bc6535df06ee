// Cases that no value leads to. What a switch is made of is not reported.
package corpus.check;

public class Switches {
    enum Color {
        RED, GREEN
    }

    static int lowBits(int x) {
        switch (x & 3) {
            case 0:
                return 5;
            case 1:
            case 2:
            case 3:
                return 6;
            case 7:
                x = 3; // finding: unreachable
                return x + 1;
            default:
                throw new IllegalStateException(); // finding: unreachable
        }
    }

    static int ofEnum(Color color) {
        return switch (color) {
            case RED -> 1;
            case GREEN -> 2;
        };
    }

    static int ofEnumOld(Color color) {
        switch (color) {
            case RED:
                return 1;
            case GREEN:
                return 2;
        }
        return 3; // finding: unreachable if
    }

    // The language demands something here, and this is as good as nothing.
    static int ofEnumAndNoOther(Color color) {
        switch (color) {
            case RED:
                return 1;
            case GREEN:
                return 2;
        }
        throw new AssertionError();
    }

    static int ofEnumWithDefault(Color color) {
        switch (color) {
            case RED:
                return 1;
            case GREEN:
                return 2;
            default:
                throw new IllegalStateException("no colour: " + color);
        }
    }

    static int empty(int x) {
        switch (x) {
            case 1:
                x = 2;
                break;
            default:
                break;
        }
        return x;
    }
}
