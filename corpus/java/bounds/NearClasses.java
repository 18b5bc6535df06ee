// An object of any class, where the class path has very many: the class of the method under test, and those that its code names, are
// among those that are followed.
package corpus.bounds;

import java.util.Objects;

public final class NearClasses {
    private NearClasses() {
    }

    static final class Zed {
        int x;

        @Override
        public boolean equals(Object other) {
            if (other == null || other.getClass() != getClass()) { // expect: reached
                return false; // expect: reached
            }
            return ((Zed) other).x == x; // expect: true reached, false reached
        }

        @Override
        public int hashCode() {
            return x;
        }
    }

    static class Yard {
        int y;

        @Override
        public boolean equals(Object other) {
            if (this == other) { // expect: true reached, false reached
                return true;
            }
            if (other == null) { // expect: true reached, false reached
                return false;
            }
            if (getClass() != other.getClass()) { // expect: true reached, false reached
                return false;
            }
            Yard yard = (Yard) other;
            return Objects.equals(y, yard.y); // expect: reached
        }

        @Override
        public int hashCode() {
            return y;
        }
    }

    static final class Younger extends Yard {
    }

    static final class User {
        static int named(Object object) {
            if (object == null) {
                return 0;
            }
            Class<?> of = object.getClass();
            if (of == C23.class) { // expect: true reached, false reached
                return 1;
            }
            if (of == C17.class) { // expect: true reached, false reached
                return 2;
            }
            return 3;
        }

        static int hashed(Object object) {
            int hash = object.hashCode();
            if (object instanceof C24) { // expect: true reached, false reached
                return hash == 24 ? 1 : 2; // expect: true reached, false impossible
            }
            return 3;
        }
    }

    static final class C01 {
        int value;

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static final class C02 {
        int value;

        @Override
        public int hashCode() {
            return 2;
        }
    }

    static final class C03 {
        int value;

        @Override
        public int hashCode() {
            return 3;
        }
    }

    static final class C04 {
        int value;

        @Override
        public int hashCode() {
            return 4;
        }
    }

    static final class C05 {
        int value;

        @Override
        public int hashCode() {
            return 5;
        }
    }

    static final class C06 {
        int value;

        @Override
        public int hashCode() {
            return 6;
        }
    }

    static final class C07 {
        int value;

        @Override
        public int hashCode() {
            return 7;
        }
    }

    static final class C08 {
        int value;

        @Override
        public int hashCode() {
            return 8;
        }
    }

    static final class C09 {
        int value;

        @Override
        public int hashCode() {
            return 9;
        }
    }

    static final class C10 {
        int value;

        @Override
        public int hashCode() {
            return 10;
        }
    }

    static final class C11 {
        int value;

        @Override
        public int hashCode() {
            return 11;
        }
    }

    static final class C12 {
        int value;

        @Override
        public int hashCode() {
            return 12;
        }
    }

    static final class C13 {
        int value;

        @Override
        public int hashCode() {
            return 13;
        }
    }

    static final class C14 {
        int value;

        @Override
        public int hashCode() {
            return 14;
        }
    }

    static final class C15 {
        int value;

        @Override
        public int hashCode() {
            return 15;
        }
    }

    static final class C16 {
        int value;

        @Override
        public int hashCode() {
            return 16;
        }
    }

    static final class C17 {
        int value;

        @Override
        public int hashCode() {
            return 17;
        }
    }

    static final class C18 {
        int value;

        @Override
        public int hashCode() {
            return 18;
        }
    }

    static final class C19 {
        int value;

        @Override
        public int hashCode() {
            return 19;
        }
    }

    static final class C20 {
        int value;

        @Override
        public int hashCode() {
            return 20;
        }
    }

    static final class C21 {
        int value;

        @Override
        public int hashCode() {
            return 21;
        }
    }

    static final class C22 {
        int value;

        @Override
        public int hashCode() {
            return 22;
        }
    }

    static final class C23 {
        int value;

        @Override
        public int hashCode() {
            return 23;
        }
    }

    static final class C24 {
        int value;

        @Override
        public int hashCode() {
            return 24;
        }
    }
}
