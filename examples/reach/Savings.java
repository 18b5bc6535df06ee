package reach;

/** A plan that saves more each month. */
public class Savings {
    /** What is saved in the first month, and by how much that grows each month. */
    static final int FIRST = 100;
    static final int GROWTH = 10;

    /** How many months it takes until the goal is reached. */
    public static int months(int goal) {
        int saved = 0;
        int rate = FIRST;
        int months = 0;
        while (saved < goal) {
            saved += rate;
            rate += GROWTH;
            months++;
        }
        if (months == 360) {
            throw new IllegalArgumentException("a plan of thirty years");
        }
        return months;
    }

    /** The size of a page that holds so many bytes in blocks of eight. */
    public static int padded(int bytes) {
        int size = 0;
        while (size < bytes) {
            size += 8;
        }
        if (size % 8 != 0) {
            throw new IllegalStateException("not a whole number of blocks");
        }
        return size;
    }
}
