// A bridge method casts its argument.
// task: unsafe
// inputs: true
package tasks.semantics;

import tasks.Input;

public class BridgeCast {
    public static void main(String[] args) {
        Setter raw = new Setter(new OfText());
        boolean thrown = false;
        try {
            raw.set(Input.nextBoolean() ? (Object) 1 : "one");
        } catch (ClassCastException wrong) {
            thrown = true;
        }
        assert !thrown;
    }

    interface Holds<T> {
        void set(T value);
    }

    static class OfText implements Holds<String> {
        String text;

        @Override
        public void set(String value) {
            text = value;
        }
    }

    static class Setter {
        private final Holds<Object> holds;

        @SuppressWarnings("unchecked")
        Setter(Object holds) {
            this.holds = (Holds<Object>) holds;
        }

        void set(Object value) {
            holds.set(value);
        }
    }
}
