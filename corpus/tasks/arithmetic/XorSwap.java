// Three exclusive ors exchange two numbers.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class XorSwap {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        int first = a;
        int second = b;
        a ^= b;
        b ^= a;
        a ^= b;
        assert a == second && b == first;
    }
}
