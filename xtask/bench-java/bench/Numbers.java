package bench;

/** Methods on numbers alone. */
public class Numbers {
    /** Loops over constants, over a million instructions: no decision depends on an input, so no solver is asked. */
    static int mix() {
        int hash = 17;
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 1_000; i++) {
                hash = hash * 31 + (i ^ (hash >>> 7));
                if ((hash & 3) == 0) {
                    hash ^= i << 2;
                }
            }
        }
        return hash;
    }

    /** Loops that build terms of an unknown number: as before, no decision depends on it. */
    static int mixUnknown(int seed) {
        int hash = seed;
        for (int round = 0; round < 100; round++) {
            hash = seed + round;
            for (int i = 0; i < 1_000; i++) {
                hash = (hash + i) ^ (seed << (i & 7));
            }
        }
        return hash;
    }

    /** Many decisions, most of which tell something about several inputs at once. */
    static int branchy(int a, int b, int c, int d) {
        int score = 0;
        if (a + b > c) {
            score += 1;
        }
        if (b + c > d) {
            score += 2;
        }
        if ((a ^ d) < b) {
            score += 4;
        }
        if (a - c == d) {
            score += 8;
        }
        if ((b & 15) > (c & 7)) {
            score += 16;
        }
        if (a * 3 < d) {
            score += 32;
        }
        if (c > 100 && d < 50) {
            score += 64;
        }
        if (b - d > a) {
            score += 128;
        }
        return score;
    }

    /** Thirteen decisions that have nothing to do with each other: breadth first, thousands of states wait at one time. */
    static int fan(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m) {
        int sum = 0;
        if (a > 0) sum += 1;
        if (b > 0) sum += 2;
        if (c > 0) sum += 3;
        if (d > 0) sum += 4;
        if (e > 0) sum += 5;
        if (f > 0) sum += 6;
        if (g > 0) sum += 7;
        if (h > 0) sum += 8;
        if (i > 0) sum += 9;
        if (j > 0) sum += 10;
        if (k > 0) sum += 11;
        if (l > 0) sum += 12;
        if (m > 0) sum += 13;
        return sum;
    }
}
