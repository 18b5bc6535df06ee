package apc;

/** A text with two words in it, in any order. */
public class HW {
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
        boolean world = false;
        char[] worldWord = {'W', 'o', 'r', 'l', 'd', 0};
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (worldWord[k] != 0 && text[j] != 0 && text[j] == worldWord[k]) {
                ++j;
                ++k;
            }
            if (worldWord[k] == 0) {
                world = true;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (hello && world) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}
