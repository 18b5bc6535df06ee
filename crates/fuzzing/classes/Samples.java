import java.util.function.IntUnaryOperator;

/** The sources of the class files here: `javac -g --release 17 -d . Samples.java`. */
class Switches {
    static int number(int n) {
        switch (n) {
            case 1: return 10;
            case 2: case 3: return 20;
            case -7: return 30;
            default: return n > 5 ? n : -n;
        }
    }

    static int text(String s) {
        return switch (s) { case "one" -> 1; case "two" -> 2; default -> s.length(); };
    }

    static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (i % 3 == 0) continue;
            sum += i;
        }
        return sum;
    }
}

class Handlers {
    private int state;

    int finish(int[] a, int i) {
        try {
            state = a[i] / i;
            return state;
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            state++;
        }
    }

    synchronized Object locked(Object o) {
        synchronized (o) {
            assert o != this : "not itself";
            return o.toString();
        }
    }

    static void fail(int n) throws Exception {
        if (n > 3) throw new Exception("more than " + n);
        new Handlers().finish(new int[n], n);
    }
}

class Arrays {
    static int[][] grid(int n, int m) {
        int[][] grid = new int[n][m];
        for (int[] row : grid) row[0] = row.length;
        return grid;
    }

    static void fill(Object[] objects, byte[] bytes, long[] longs, boolean[] flags) {
        objects[0] = bytes;
        longs[1] = bytes[2] + (flags[0] ? 1L : 2L);
        System.arraycopy(longs, 0, longs, 1, longs.length - 1);
    }
}

sealed interface Shapes {
    record Circle(double radius) implements Shapes { }
    record Square(float side, String name) implements Shapes { }

    default double area() {
        if (this instanceof Circle circle) return circle.radius() * circle.radius() * 3;
        return ((Square) this).side() + name().length();
    }

    private String name() { return "shape"; }
}

class Numbers {
    static final long BIG = 1L << 40;
    static float ratio = 0.5f;

    static double mix(int i, long l, float f, double d) {
        IntUnaryOperator twice = x -> x * 2;
        long shifted = (l >>> i) ^ (l << 3) & BIG;
        return twice.applyAsInt(i) + shifted % 7 + (int) f + (byte) d + Math.max(f * ratio, d);
    }

    static boolean compare(float f, double d, long l, char c) {
        return f < d || l <= c && !(f >= 1) && c != 'x';
    }
}
