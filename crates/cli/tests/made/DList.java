package demo;
public class DList<T> {
    private static class Node<T> { T value; Node<T> prev, next; Node(T v) { value = v; } }
    private Node<T> head, tail; private int size;
    public void addFirst(T v) { Node<T> n = new Node<>(v); n.next = head; if (head == null) tail = n; else head.prev = n; head = n; size++; }
    public void addLast(T v) { Node<T> n = new Node<>(v); n.prev = tail; if (tail == null) head = n; else tail.next = n; tail = n; size++; }
    public T removeFirst() { if (head == null) return null; T v = head.value; head = head.next; if (head == null) tail = null; else head.prev = null; size--; return v; }
    public T removeLast() { if (tail == null) return null; T v = tail.value; tail = tail.prev; if (tail == null) head = null; else tail.next = null; size--; return v; }
    public T get(int i) { if (i < 0 || i >= size) throw new IndexOutOfBoundsException("index " + i); Node<T> n; if (i < size / 2) { n = head; while (i-- > 0) n = n.next; } else { n = tail; for (int k = size - 1; k > i; k--) n = n.prev; } return n.value; }
    public int indexOf(Object o) { int i = 0; for (Node<T> n = head; n != null; n = n.next) { if (o == null ? n.value == null : o.equals(n.value)) return i; i++; } return -1; }
    public int size() { return size; }
    public boolean isEmpty() { return head == null; }
    public void reverse() { Node<T> n = head; head = tail; tail = n; while (n != null) { Node<T> t = n.next; n.next = n.prev; n.prev = t; n = t; } }
}
