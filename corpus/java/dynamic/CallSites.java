// Each call site that captures nothing makes an object of its own, and only one.
package corpus.dynamic;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class CallSites {
    static String text() {
        return "t";
    }

    static Supplier<String> made() {
        return CallSites::text;
    }

    static int ofOneMethod() {
        Supplier<String> one = CallSites::text;
        Supplier<String> other = CallSites::text;
        if (one == other) {
            return 1; // expect: impossible
        }
        return 2; // expect: reached
    }

    static int ofTheJdk() {
        IntUnaryOperator one = Math::abs;
        IntUnaryOperator other = Math::abs;
        if (one == other) {
            return 1; // expect: impossible
        }
        return 2; // expect: reached
    }

    static int ofOneSite() {
        if (made() == made()) {
            return 1; // expect: reached
        }
        return 2; // expect: impossible
    }

    static int ofTwoMethods() {
        Supplier<String> here = CallSites::text;
        if (here == made()) {
            return 1; // expect: impossible
        }
        return 2; // expect: reached
    }
}
