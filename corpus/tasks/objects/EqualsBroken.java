// An `equals` that is not symmetric.
// task: unsafe
// inputs: 3
package tasks.objects;

import tasks.Input;

public class EqualsBroken {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Plain plain = new Plain(3);
        Coloured coloured = new Coloured(x);
        assert plain.equals(coloured) == coloured.equals(plain);
    }

    static class Plain {
        final int value;

        Plain(int value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Plain p && p.value == value;
        }

        @Override
        public int hashCode() {
            return value;
        }
    }

    static class Coloured extends Plain {
        Coloured(int value) {
            super(value);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Coloured && super.equals(other);
        }
    }
}
