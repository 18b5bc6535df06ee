// `Math.multiplyExact` throws where the product does not fit.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class MultiplyExact {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a < 1 || a > 40000 || b < 1 || b > 100000) {
            return;
        }
        int product;
        try {
            product = Math.multiplyExact(a, b);
        } catch (ArithmeticException overflow) {
            return;
        }
        assert product >= a;
    }
}
