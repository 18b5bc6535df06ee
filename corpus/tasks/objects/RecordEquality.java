// Records of equal components are equal.
// task: safe
package tasks.objects;

import tasks.Input;

public class RecordEquality {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Point a = new Point(x, 2);
        Point b = new Point(x, 1 + 1);
        assert a.equals(b) && a != b;
        assert a.hashCode() == b.hashCode();
    }

    record Point(int x, int y) {}
}
