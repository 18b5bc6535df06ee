// open
// clew: --budget 1s
// Pins: random numbers with and without a seed, and identifiers.
package corpus.everyday;

import java.util.Random;
import java.util.UUID;

public final class Randoms {
    private static final Random RANDOM = new Random();
    private static final String NODE = UUID.randomUUID().toString();

    private Randoms() {
    }

    static int die(int sides) {
        if (sides < 1) {
            throw new IllegalArgumentException("sides " + sides); // expect: reached
        }
        int face = 1 + new Random(42).nextInt(6);
        if (face < 1 || face > 6) {
            return -1; // expect: unreachable
        }
        if (face > sides) {
            return sides; // expect: reached
        }
        return face; // expect: reached
    }

    static int thrown(int bound) {
        if (bound <= 0) {
            return 0; // expect: reached
        }
        int number = RANDOM.nextInt(bound);
        if (number >= bound) {
            return -1; // expect: unreachable
        }
        return 1; // expect: reached
    }

    static int identified(long high, long low) {
        UUID id = new UUID(high, low);
        if (id.getMostSignificantBits() != high) {
            return -1; // expect: unreachable
        }
        if (id.equals(new UUID(0, 1))) {
            return low == 1 ? 1 : 2; // expect: true reached, false unreachable
        }
        return 0; // expect: reached
    }

    static int node(String text) {
        String id = text + "@" + NODE;
        if (text == null) {
            return 0; // expect: reached
        }
        if (id.length() < 2) {
            return -1; // expect: unreachable
        }
        return text.isEmpty() ? 1 : 2; // expect: true reached, false reached
    }

    static int shaken(int seed) {
        int value = seed;
        value ^= value << 13;
        value ^= value >>> 17;
        value ^= value << 5;
        if (value == 0 && seed != 0) {
            return -1; // expect: unreachable
        }
        if ((value & 1) == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
