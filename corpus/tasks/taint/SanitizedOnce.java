// One of two ways forgets to clean.
// task: unsafe
// inputs: 1, 60
package tasks.taint;

import tasks.Input;

public class SanitizedOnce {
    public static void main(String[] args) {
        Request request = new Request(Input.nextInt(), (char) Input.nextInt());
        char shown = request.mode == 1 ? request.content : clean(request.content);
        assert shown != '<';
    }

    static class Request {
        final int mode;
        final char content;

        Request(int mode, char content) {
            this.mode = mode;
            this.content = content;
        }
    }

    static char clean(char c) {
        return c == '<' ? '_' : c;
    }
}
