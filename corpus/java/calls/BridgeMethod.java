// Pins: a call through a generic supertype runs the bridge method and its cast.
package corpus.calls;

public class BridgeMethod {
    static class Token {
        int kind;
    }

    abstract static class Handler<T> {
        abstract int handle(T item);
    }

    static class TokenHandler extends Handler<Token> {
        @Override
        int handle(Token token) {
            return token == null ? 1 : 2;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static int raw(Object item) {
        Handler handler = new TokenHandler();
        try {
            if (handler.handle(item) == 1) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        } catch (ClassCastException e) {
            return 3; // expect: reached
        }
    }
}
