package demo;
public class MinHeap {
    private int[] a; private int n;
    public MinHeap(int capacity) { if (capacity < 1) throw new IllegalArgumentException("capacity"); a = new int[capacity]; }
    public boolean push(int x) { if (n == a.length) return false; int i = n++; a[i] = x; while (i > 0 && a[(i - 1) / 2] > a[i]) { int t = a[i]; a[i] = a[(i - 1) / 2]; a[(i - 1) / 2] = t; i = (i - 1) / 2; } return true; }
    public int pop() { if (n == 0) throw new java.util.NoSuchElementException(); int r = a[0]; a[0] = a[--n]; int i = 0; while (true) { int c = 2 * i + 1; if (c >= n) break; if (c + 1 < n && a[c + 1] < a[c]) c++; if (a[c] >= a[i]) break; int t = a[c]; a[c] = a[i]; a[i] = t; i = c; } return r; }
    public int peek() { return n == 0 ? -1 : a[0]; }
    public int size() { return n; }
    public boolean isFull() { return n == a.length; }
}
