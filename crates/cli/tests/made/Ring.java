package demo;
public class Ring {
    private final Object[] items; private int head, count;
    public Ring(int capacity) { items = new Object[capacity]; }
    public boolean offer(Object o) { if (o == null) throw new NullPointerException("null"); if (count == items.length) return false; items[(head + count) % items.length] = o; count++; return true; }
    public Object poll() { if (count == 0) return null; Object o = items[head]; items[head] = null; head = (head + 1) % items.length; count--; return o; }
    public boolean contains(Object o) { for (int i = 0; i < count; i++) if (items[(head + i) % items.length].equals(o)) return true; return false; }
    public void clear() { while (count > 0) poll(); }
    public int size() { return count; }
}
