package apc;

/** A text that ends in a zero and has Hello in it. */
public class Hello {
    public static void run(char[] text) {
        boolean hello = false;
        char[] helloWord = {'H', 'e', 'l', 'l', 'o', 0};
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (helloWord[k] != 0 && text[j] != 0 && text[j] == helloWord[k]) {
                ++j;
                ++k;
            }
            if (helloWord[k] == 0) {
                hello = true;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (hello) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}
