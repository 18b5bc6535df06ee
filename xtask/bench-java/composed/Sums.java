package composed;

/** Sums over objects: the shape of the second case study of the thesis, section 3.3.9. */
public class Sums {
    int weight;
    Sums next;

    static int magnitude(int x) {
        if (x >= 0) {
            return x;
        }
        return -x;
    }

    static int pair(Sums x, Sums y) {
        if (x == null) {
            if (y == null || y.next == null) {
                return 0;
            }
            return y.next.weight == 0 ? 1 : magnitude(y.next.weight);
        }
        if (x.weight > 0) {
            return x.weight;
        }
        return y == null ? -1 : y.weight;
    }

    static int all(Sums x, Sums y, Sums z, Sums w) {
        Sums[] given = { x, y, z };
        int sum = 0;
        for (int i = 0; i < given.length; i++) {
            sum += pair(given[i], w);
        }
        return sum;
    }
}
