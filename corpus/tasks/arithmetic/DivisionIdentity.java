// Quotient and remainder make the number.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class DivisionIdentity {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (b == 0) {
            return;
        }
        assert a / b * b + a % b == a;
    }
}
