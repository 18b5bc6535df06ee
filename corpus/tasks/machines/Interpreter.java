// A small machine with a stack never leaves it.
// task: safe
package tasks.machines;

import tasks.Input;

public class Interpreter {
    public static void main(String[] args) {
        int[] stack = new int[4];
        int top = 0;
        for (int step = 0; step < 4; step++) {
            int code = Input.nextInt();
            switch (code) {
                case 0:
                    if (top < 4) {
                        stack[top++] = Input.nextInt();
                    }
                    break;
                case 1:
                    if (top >= 2) {
                        stack[top - 2] += stack[top - 1];
                        top--;
                    }
                    break;
                default:
                    if (top > 0) {
                        top--;
                    }
            }
            assert top >= 0 && top <= 4;
        }
    }
}
