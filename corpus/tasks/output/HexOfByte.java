// A byte has at most two hexadecimal digits.
// task: safe
package tasks.output;

import tasks.Input;

public class HexOfByte {
    public static void main(String[] args) {
        int x = Input.nextInt() & 0xff;
        String hex = Integer.toHexString(x);
        assert hex.length() <= 2;
        assert Integer.parseInt(hex, 16) == x;
    }
}
