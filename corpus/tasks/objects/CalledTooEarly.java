// A constructor calls an overridden method before its fields are set.
// task: unsafe
// inputs: 3
package tasks.objects;

import tasks.Input;

public class CalledTooEarly {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Late late = new Late(x);
        assert late.seen == x;
    }

    static class Early {
        int seen;

        Early() {
            seen = get();
        }

        int get() {
            return -1;
        }
    }

    static class Late extends Early {
        private final int value;

        Late(int value) {
            this.value = value;
        }

        @Override
        int get() {
            return value;
        }
    }
}
