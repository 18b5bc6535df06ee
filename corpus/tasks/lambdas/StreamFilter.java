// A filter drops what does not fit.
// task: unsafe
// inputs: 4, -1
package tasks.lambdas;

import java.util.List;
import tasks.Input;

public class StreamFilter {
    public static void main(String[] args) {
        List<Integer> list = List.of(Input.nextInt(), Input.nextInt());
        long positive = list.stream().filter(v -> v > 0).count();
        assert positive != 1;
    }
}
