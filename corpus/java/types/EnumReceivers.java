// Pins: a method of an enum that some constants override runs on the others only, and one in the body of a constant runs on that one.
package corpus.types;

public class EnumReceivers {
    enum Gear {
        FIRST {
            @Override
            int ratio() {
                return ordinal() == 0 ? 4 : 5; // expect: true reached, false unreachable
            }
        },
        SECOND,
        THIRD;

        int speed = 1;

        int ratio() {
            return 2; // expect: reached
        }

        int doubled() {
            return this == FIRST ? ratio() * 2 : ratio(); // expect: true reached, false reached
        }
    }

    enum Side {
        LEFT {
            @Override
            int sign() {
                return -1; // expect: reached
            }
        },
        RIGHT {
            @Override
            int sign() {
                return speed > 2 ? speed : -speed; // expect: true reached, false unreachable
            }
        };

        final int speed = ordinal() + 2;

        abstract int sign();
    }
}
