// Pins: a stack over an array, whose invariant an input object may break.
package corpus.heap;

public class BoundedStack {
    int[] items;
    int size;

    public void push(int x) {
        if (size == items.length) { // expect: throws java.lang.NullPointerException reached
            throw new IllegalStateException(); // expect: reached
        }
        items[size] = x; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
        size++; // expect: reached
    }

    public int pop() {
        if (size <= 0) {
            throw new IllegalStateException(); // expect: reached
        }
        size--;
        return items[size]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached; throws java.lang.NullPointerException reached
    }

    public static int roundTrip(int x) {
        BoundedStack stack = new BoundedStack();
        stack.items = new int[2];
        stack.push(x);
        int y = stack.pop();
        if (x != y || stack.size != 0) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
