// Big integers do not wrap.
// task: safe
package tasks.semantics;

import tasks.Input;

public class BigNumbers {
    public static void main(String[] args) {
        int a = Input.nextInt();
        if (a < 1 || a > 100) {
            return;
        }
        java.math.BigInteger big = java.math.BigInteger.valueOf(Integer.MAX_VALUE);
        java.math.BigInteger sum = big.add(java.math.BigInteger.valueOf(a));
        assert sum.signum() > 0;
        assert sum.compareTo(big) > 0;
    }
}
