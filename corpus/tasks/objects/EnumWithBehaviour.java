// Each constant has a method of its own.
// task: safe
package tasks.objects;

import tasks.Input;

public class EnumWithBehaviour {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        assert Operation.PLUS.apply(a, b) - b == a;
        assert Operation.MINUS.apply(a, b) + b == a;
    }

    enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        abstract int apply(int a, int b);
    }
}
