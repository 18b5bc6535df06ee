// An overload is chosen by the static type.
// task: unsafe
// inputs: 1
package tasks.objects;

import tasks.Input;

public class OverloadByStaticType {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Object value = Integer.valueOf(x);
        assert kind(value) == kind(Integer.valueOf(x)) || x != 1;
    }

    static int kind(Object value) {
        return 0;
    }

    static int kind(Integer value) {
        return 1;
    }
}
