// A stack of linked cells gives back what was pushed.
// task: safe
package tasks.containers;

import tasks.Input;

public class OwnStack {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        Stacked stack = new Stacked();
        stack.push(a);
        stack.push(b);
        assert stack.pop() == b;
        assert stack.pop() == a;
        assert stack.top == null;
    }

    static class Cell {
        int value;
        Cell next;
    }

    static class Stacked {
        Cell top;

        void push(int value) {
            Cell cell = new Cell();
            cell.value = value;
            cell.next = top;
            top = cell;
        }

        int pop() {
            int value = top.value;
            top = top.next;
            return value;
        }
    }
}
