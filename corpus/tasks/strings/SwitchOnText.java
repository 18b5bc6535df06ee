// A switch over texts, one of which has a wrong code.
// task: unsafe
// inputs: stop
package tasks.strings;

import tasks.Input;

public class SwitchOnText {
    public static void main(String[] args) {
        String command = Input.nextString();
        if (command == null) {
            return;
        }
        int code;
        switch (command) {
            case "go":
                code = 1;
                break;
            case "turn":
                code = 2;
                break;
            case "stop":
                code = -1;
                break;
            default:
                code = 0;
        }
        assert code >= 0;
    }
}
