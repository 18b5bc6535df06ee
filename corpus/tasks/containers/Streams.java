// A stream of squares has a sum of thirteen.
// task: unsafe
// inputs: 2, 3
package tasks.containers;

import java.util.Arrays;
import java.util.List;
import tasks.Input;

public class Streams {
    public static void main(String[] args) {
        List<Integer> list = Arrays.asList(Input.nextInt(), Input.nextInt());
        int sum = list.stream().map(v -> v * v).reduce(0, Integer::sum);
        assert sum != 13 || list.get(0) >= list.get(1);
    }
}
