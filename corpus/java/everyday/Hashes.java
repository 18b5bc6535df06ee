// open
// clew: --budget 1s
// Pins: hash codes made by loops and by the library.
package corpus.everyday;

import java.util.Arrays;
import java.util.Objects;

public final class Hashes {
    private Hashes() {
    }

    static int polynomial(byte[] data) {
        int hash = 7;
        for (byte b : data) {
            hash = 31 * hash + (b & 0xff);
        }
        if (data.length == 0 && hash != 7) {
            return -1; // expect: unreachable
        }
        if (hash == 220) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int bucket(String key, int buckets) {
        if (buckets < 1 || key == null) {
            return -1; // expect: reached
        }
        int bucket = Math.floorMod(key.hashCode(), buckets);
        if (bucket < 0 || bucket >= buckets) {
            return -2; // expect: unreachable
        }
        return bucket == 5 ? 5 : 0; // expect: true reached, false reached
    }

    static int combined(int a, int b) {
        int hash = Objects.hash(a, b);
        if (hash != 31 * (31 + a) + b) {
            return -1; // expect: unreachable
        }
        if (hash == 1000) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static boolean same(int[] a, int[] b) {
        if (Arrays.equals(a, b)) {
            if (a != null && a.length != b.length) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return true; // expect: reached
        }
        if (a == b) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return false; // expect: reached
    }

    static int mixed(long key) {
        int hash = (int) (key ^ key >>> 32);
        if (hash != Long.hashCode(key)) {
            return -1; // expect: unreachable
        }
        int spread = hash ^ hash >>> 16;
        if (spread == 0) {
            return hash == 0 ? 1 : -2; // expect: true reached, false unreachable
        }
        return spread & 15; // expect: reached
    }
}
