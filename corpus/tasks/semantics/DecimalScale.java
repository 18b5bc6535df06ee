// Decimals of one value and two scales are not equal.
// task: unsafe
// inputs: true
package tasks.semantics;

import tasks.Input;

public class DecimalScale {
    public static void main(String[] args) {
        java.math.BigDecimal a = new java.math.BigDecimal("1.0");
        java.math.BigDecimal b = Input.nextBoolean() ? new java.math.BigDecimal("1.00") : a;
        assert a.compareTo(b) == 0;
        assert a.equals(b);
    }
}
