// Constructors that nobody may call, and methods that compilers make.
package corpus.check;

import java.util.function.Supplier;

public class Utility {
    private Utility() {
        throw new AssertionError();
    }

    static int helper(int x) {
        Supplier<Integer> later = () -> x + 1;
        return later.get();
    }

    interface Shape<T> {
        int of(T t);
    }

    static final class Square implements Shape<Square> {
        int side;

        @Override
        public int of(Square square) {
            return square.side;
        }
    }

    record Pair(int a, int b) {
        Pair {
            if (a > b) {
                throw new IllegalArgumentException();
            }
        }
    }

    enum Level {
        LOW, HIGH;

        int number() {
            return this == LOW ? 1 : 2;
        }
    }
}
