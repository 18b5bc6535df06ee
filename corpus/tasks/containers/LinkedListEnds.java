// A linked list gives both of its ends.
// task: safe
package tasks.containers;

import java.util.LinkedList;
import tasks.Input;

public class LinkedListEnds {
    public static void main(String[] args) {
        int a = Input.nextInt();
        LinkedList<Integer> list = new LinkedList<>();
        list.add(a);
        list.addFirst(a - 1);
        list.addLast(a + 1);
        list.remove(1);
        assert list.getFirst() == a - 1 && list.getLast() == a + 1;
        assert list.size() == 2;
    }
}
