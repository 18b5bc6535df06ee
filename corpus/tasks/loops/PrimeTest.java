// No small number has a divisor where the test says it is prime.
// task: safe
package tasks.loops;

import tasks.Input;

public class PrimeTest {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 2 || n > 30) {
            return;
        }
        boolean prime = true;
        for (int d = 2; d * d <= n; d++) {
            if (n % d == 0) {
                prime = false;
            }
        }
        assert !prime || n == 2 || n % 2 != 0;
    }
}
