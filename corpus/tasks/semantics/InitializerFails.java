// A class whose initializer has thrown cannot be used any more.
// task: safe
package tasks.semantics;

import tasks.Input;

public class InitializerFails {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int errors = 0;
        for (int i = 0; i < 2; i++) {
            try {
                Broken.touch();
            } catch (ExceptionInInitializerError first) {
                errors += 1;
            } catch (NoClassDefFoundError second) {
                errors += 10;
            }
        }
        assert errors == 11 || errors == 20;
    }

    static class Broken {
        static int value = Integer.parseInt("no number");

        static void touch() {}
    }
}
