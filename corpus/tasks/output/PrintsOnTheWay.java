// Printing changes nothing.
// task: safe
package tasks.output;

import tasks.Input;

public class PrintsOnTheWay {
    public static void main(String[] args) {
        int x = Input.nextInt();
        System.out.println("x is " + x);
        int y = x + 1;
        System.out.printf("%d and %d%n", x, y);
        assert y - x == 1;
    }
}
