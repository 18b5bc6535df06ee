// A chain on an empty `Optional` gives the other value.
// task: unsafe
// inputs: null
package tasks.lambdas;

import java.util.Optional;
import tasks.Input;

public class OptionalChain {
    public static void main(String[] args) {
        String text = Input.nextString();
        int length = Optional.ofNullable(text).map(String::length).orElse(-1);
        assert length >= 0;
    }
}
