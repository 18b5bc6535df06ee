// A separator stands between two words.
// task: unsafe
// inputs: true
package tasks.output;

import java.util.StringJoiner;
import tasks.Input;

public class JoinedLength {
    public static void main(String[] args) {
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        joiner.add("a");
        if (Input.nextBoolean()) {
            joiner.add("b");
        }
        assert joiner.toString().length() == 3;
    }
}
