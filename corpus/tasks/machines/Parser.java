// A parser by descent accepts two nested pairs.
// task: unsafe
// inputs: 40, 40, 41, 41
package tasks.machines;

import tasks.Input;

public class Parser {
    public static void main(String[] args) {
        input = new int[4];
        for (int i = 0; i < 4; i++) {
            input[i] = Input.nextInt();
        }
        at = 0;
        depth = 0;
        boolean accepted = parse() && at == 4;
        assert !accepted || depth < 2;
    }

    static int[] input;
    static int at;
    static int depth;

    static boolean parse() {
        while (at < input.length && input[at] == '(') {
            at++;
            depth++;
            if (!parse()) {
                return false;
            }
            if (at >= input.length || input[at] != ')') {
                return false;
            }
            at++;
        }
        return true;
    }
}
