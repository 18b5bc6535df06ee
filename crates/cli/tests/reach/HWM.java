package apc;

/** A text with four words in it, in any order. */
public class HWM {
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
        char[] worldWord = {'w', 'o', 'r', 'l', 'd', 0};
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
        boolean at = false;
        char[] atWord = {'a', 't', 0};
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (atWord[k] != 0 && text[j] != 0 && text[j] == atWord[k]) {
                ++j;
                ++k;
            }
            if (atWord[k] == 0) {
                at = true;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        boolean name = false;
        char[] nameWord = {'M', 'i', 'c', 'r', 'o', 's', 'o', 'f', 't', '!', 0};
        for (int i = 0; text[i] != 0; ++i) {
            int j = i;
            int k = 0;
            while (nameWord[k] != 0 && text[j] != 0 && text[j] == nameWord[k]) {
                ++j;
                ++k;
            }
            if (nameWord[k] == 0) {
                name = true;
                break;
            }
            if (text[j] == 0) {
                break;
            }
        }
        if (hello && world && at && name) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}
