// A default method calls what the class has.
// task: safe
package tasks.objects;

import tasks.Input;

public class DefaultMethod {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Sized sized = x > 0 ? () -> 2 : new Nothing();
        assert sized.isEmpty() == (x <= 0);
    }

    interface Sized {
        int size();

        default boolean isEmpty() {
            return size() == 0;
        }
    }

    static class Nothing implements Sized {
        @Override
        public int size() {
            return 0;
        }
    }
}
