// A number and the sum of its digits differ by a multiple of nine.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class DigitSumNine {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 99999) {
            return;
        }
        int sum = 0;
        for (int rest = n; rest > 0; rest /= 10) {
            sum += rest % 10;
        }
        assert (n - sum) % 9 == 0;
    }
}
