// A power modulo seven is two.
// task: unsafe
// inputs: 5
package tasks.arithmetic;

import tasks.Input;

public class ModularPower {
    public static void main(String[] args) {
        int base = Input.nextInt();
        if (base < 2 || base > 6) {
            return;
        }
        int result = 1;
        for (int i = 0; i < 4; i++) {
            result = result * base % 7;
        }
        assert result != 2;
    }
}
