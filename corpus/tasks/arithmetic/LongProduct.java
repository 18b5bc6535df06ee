// The product of two ints fits a long.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class LongProduct {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        long product = (long) a * b;
        assert product <= 1L << 62;
    }
}
