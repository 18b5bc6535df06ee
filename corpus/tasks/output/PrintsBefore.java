// An assertion fails behind what was printed.
// task: unsafe
// inputs: 12
package tasks.output;

import tasks.Input;

public class PrintsBefore {
    public static void main(String[] args) {
        int x = Input.nextInt();
        System.out.print("value: ");
        System.out.println(x);
        System.err.println("done");
        assert x != 12;
    }
}
