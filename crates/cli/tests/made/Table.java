package demo;
public class Table {
    static final class Entry { final int key; int value; Entry next; Entry(int k, int v, Entry n) { key = k; value = v; next = n; } }
    private Entry[] slots = new Entry[4]; private int size;
    public Integer put(int k, int v) { int h = (k & 0x7fffffff) % slots.length; for (Entry e = slots[h]; e != null; e = e.next) if (e.key == k) { int o = e.value; e.value = v; return o; } slots[h] = new Entry(k, v, slots[h]); if (++size > slots.length * 3 / 4) grow(); return null; }
    public Integer get(int k) { for (Entry e = slots[(k & 0x7fffffff) % slots.length]; e != null; e = e.next) if (e.key == k) return e.value; return null; }
    public boolean remove(int k) { int h = (k & 0x7fffffff) % slots.length; Entry p = null; for (Entry e = slots[h]; e != null; p = e, e = e.next) if (e.key == k) { if (p == null) slots[h] = e.next; else p.next = e.next; size--; return true; } return false; }
    public int size() { return size; }
    private void grow() { Entry[] n = new Entry[slots.length * 2]; for (Entry s : slots) for (Entry e = s; e != null; ) { Entry t = e.next; int h = (e.key & 0x7fffffff) % n.length; e.next = n[h]; n[h] = e; e = t; } slots = n; }
}
