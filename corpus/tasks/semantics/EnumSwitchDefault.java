// A constant that no case names falls to the default.
// task: unsafe
// inputs: 2
package tasks.semantics;

import tasks.Input;

public class EnumSwitchDefault {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 2) {
            return;
        }
        int value;
        switch (Coin.values()[x]) {
            case ONE:
                value = 1;
                break;
            case TWO:
                value = 2;
                break;
            default:
                value = 0;
        }
        assert value > 0;
    }

    enum Coin { ONE, TWO, FIVE }
}
