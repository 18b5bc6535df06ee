// A value goes through three wrappers.
// task: unsafe
// inputs: -5
package tasks.taint;

import tasks.Input;

public class Wrappers {
    public static void main(String[] args) {
        Source source = new Source();
        Wrapper wrapped = new Wrapper(new Wrapper(new Wrapper(source.read())));
        Object inner = wrapped.content;
        while (inner instanceof Wrapper w) {
            inner = w.content;
        }
        int value = (Integer) inner;
        assert value >= 0;
    }

    static class Source {
        int read() {
            return Input.nextInt();
        }
    }

    static class Wrapper {
        final Object content;

        Wrapper(Object content) {
            this.content = content;
        }
    }
}
