// A number and the sum of its digits differ by a multiple of nine, not of eighteen.
// task: unsafe
// inputs: 218
package tasks.arithmetic;

import tasks.Input;

public class DigitSum {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 100 || n > 999) {
            return;
        }
        int sum = n / 100 + n / 10 % 10 + n % 10;
        assert (n - sum) % 18 == 0 || n < 190;
    }
}
