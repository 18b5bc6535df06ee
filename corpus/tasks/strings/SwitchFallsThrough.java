// Cases that fall through add up.
// task: safe
package tasks.strings;

import tasks.Input;

public class SwitchFallsThrough {
    public static void main(String[] args) {
        String size = Input.nextString();
        if (size == null) {
            return;
        }
        int price = 0;
        switch (size) {
            case "large":
                price += 3;
            case "medium":
                price += 2;
            case "small":
                price += 1;
                break;
            default:
                price = 9;
        }
        assert price == 6 || price == 3 || price == 1 || price == 9;
    }
}
