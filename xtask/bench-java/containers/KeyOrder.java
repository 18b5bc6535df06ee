package containers;

/** How keys are ordered. */
public class KeyOrder {
    /** Less than, equal to or greater than zero, as {@code left} is before, at or after {@code right}. */
    int compare(int left, int right) {
        if (left < right) {
            return -1;
        }
        return left == right ? 0 : 1;
    }
}
