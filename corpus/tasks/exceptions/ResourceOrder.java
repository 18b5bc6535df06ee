// Resources are closed in the reverse order.
// task: safe
package tasks.exceptions;

import tasks.Input;

public class ResourceOrder {
    public static void main(String[] args) {
        boolean fails = Input.nextBoolean();
        StringBuilder order = new StringBuilder();
        try (AutoCloseable first = () -> order.append('1'); AutoCloseable second = () -> order.append('2')) {
            order.append('b');
            if (fails) {
                throw new IllegalStateException();
            }
        } catch (Exception expected) {
            order.append('c');
        }
        String log = order.toString();
        assert log.equals(fails ? "b21c" : "b21");
    }
}
