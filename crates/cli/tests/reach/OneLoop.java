package apc;

/** Steps of four never come to fifteen, not even where they wrap around. */
public class OneLoop {
    public static void run(int limit) {
        int i = 0;
        while (i < limit) {
            i += 4;
        }
        if (i == 15) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}
