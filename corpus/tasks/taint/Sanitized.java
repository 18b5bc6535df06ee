// What was cleaned has no bracket.
// task: safe
package tasks.taint;

import tasks.Input;

public class Sanitized {
    public static void main(String[] args) {
        Request request = new Request(Input.nextChar());
        char clean = clean(request.parameter());
        assert clean != '<' && clean != '>';
    }

    record Request(char parameter) {}

    static char clean(char c) {
        return c == '<' || c == '>' ? '_' : c;
    }
}
