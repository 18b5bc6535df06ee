// An unchecked cast is found out later.
// task: unsafe
// inputs: true
package tasks.objects;

import tasks.Input;

public class HeapPollution {
    public static void main(String[] args) {
        Box<String> box = new Box<>();
        fill(box, Input.nextBoolean());
        boolean fine = true;
        try {
            String text = box.value;
            fine = text.length() >= 0;
        } catch (ClassCastException polluted) {
            fine = false;
        }
        assert fine;
    }

    static class Box<T> {
        T value;
    }

    @SuppressWarnings("unchecked")
    static void fill(Box<?> box, boolean wrong) {
        ((Box<Object>) box).value = wrong ? Integer.valueOf(1) : "text";
    }
}
