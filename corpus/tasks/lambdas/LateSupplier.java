// A supplier looks at the field when it is asked.
// task: unsafe
// inputs: 6
package tasks.lambdas;

import java.util.function.Supplier;
import tasks.Input;

public class LateSupplier {
    public static void main(String[] args) {
        Holder holder = new Holder();
        Supplier<Integer> supplier = () -> holder.value;
        holder.value = Input.nextInt();
        assert supplier.get() != 6;
    }

    static class Holder {
        int value = 1;
    }
}
