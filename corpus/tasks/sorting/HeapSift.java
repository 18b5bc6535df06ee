// Sifting down keeps the greatest on top.
// task: safe
package tasks.sorting;

import tasks.Input;

public class HeapSift {
    public static void main(String[] args) {
        int[] h = {Input.nextInt(), Input.nextInt(), Input.nextInt(), Input.nextInt()};
        for (int start = 1; start >= 0; start--) {
            int at = start;
            while (2 * at + 1 < 4) {
                int child = 2 * at + 1;
                if (child + 1 < 4 && h[child + 1] > h[child]) {
                    child++;
                }
                if (h[at] >= h[child]) {
                    break;
                }
                int t = h[at];
                h[at] = h[child];
                h[child] = t;
                at = child;
            }
        }
        assert h[0] >= h[1] && h[0] >= h[2] && h[0] >= h[3];
    }
}
