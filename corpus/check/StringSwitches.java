// A switch over strings is two switches and a comparison for each string: none of that is written in the source.
package corpus.check;

public class StringSwitches {
    static int of(String s) {
        switch (s) {
            case "a":
                return 1;
            case "b":
                return 2;
            default:
                return 3;
        }
    }

    static int ofConstant(boolean up) {
        String s = up ? "a" : "b";
        switch (s) {
            case "a":
                return 1;
            case "b":
                return 2;
        }
        return 3; // finding: unreachable
    }

    static int oneHash(boolean up) {
        String s = up ? "Aa" : "BB";
        switch (s) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            default:
                return 3; // finding: unreachable
        }
    }
}
