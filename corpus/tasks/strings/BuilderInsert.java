// What is inserted in front is in front.
// task: safe
package tasks.strings;

import tasks.Input;

public class BuilderInsert {
    public static void main(String[] args) {
        char c = Input.nextChar();
        StringBuilder builder = new StringBuilder("xyz");
        builder.insert(0, c).append('!');
        assert builder.length() == 5;
        assert builder.charAt(0) == c && builder.charAt(1) == 'x';
    }
}
