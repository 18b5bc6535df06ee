// A tokenizer finds as many words as were put together.
// task: unsafe
// inputs: 3
package tasks.strings;

import java.util.StringTokenizer;
import tasks.Input;

public class Tokens {
    public static void main(String[] args) {
        int words = Input.nextInt();
        if (words < 0 || words > 3) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append("w ");
        }
        StringTokenizer tokens = new StringTokenizer(text.toString());
        assert tokens.countTokens() < 3;
    }
}
