// A field is that of the static type.
// task: safe
package tasks.objects;

import tasks.Input;

public class FieldIsHidden {
    public static void main(String[] args) {
        Derived derived = new Derived();
        derived.value = Input.nextInt();
        Base base = derived;
        assert base.value == 1;
        assert base.get() == derived.value;
    }

    static class Base {
        int value = 1;

        int get() {
            return value;
        }
    }

    static class Derived extends Base {
        int value = 2;

        @Override
        int get() {
            return value;
        }
    }
}
