// Two texts of one hash code are two cases.
// task: safe
package tasks.semantics;

import tasks.Input;

public class HashOfTextInSwitch {
    public static void main(String[] args) {
        int x = Input.nextInt();
        String text = x == 0 ? "Aa" : x == 1 ? "BB" : "C#";
        int value = switch (text) {
            case "Aa" -> 1;
            case "BB" -> 2;
            default -> 3;
        };
        assert value == (x == 0 ? 1 : x == 1 ? 2 : 3);
    }
}
