// Which bits a NaN has is the machine's affair, once it has passed through a number.
package corpus.floats;

public class BitsOfNaN {
    static int roundTrip(int bits) {
        float number = Float.intBitsToFloat(bits);
        if (Float.floatToRawIntBits(number) != bits) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int ofNumbers(int bits) {
        float number = Float.intBitsToFloat(bits);
        if (number == number && Float.floatToRawIntBits(number) != bits) {
            return 1; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }

    static int usual(long bits) {
        double number = Double.longBitsToDouble(bits);
        if (number != number && Double.doubleToLongBits(number) != 0x7ff8000000000000L) {
            return 1; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }
}
