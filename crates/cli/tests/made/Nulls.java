package demo;

public class Nulls {
    public static class Node {
        public Node next;
        public int value;
    }

    /** Two places at which the same argument may not be null. */
    public static int size(String text, boolean isWhole) {
        if (isWhole) {
            return text.length();
        }
        return text.isEmpty() ? 0 : 1;
    }

    /** The program throws the exception itself. */
    public static int checked(String key) {
        if (key == null) {
            throw new NullPointerException("key");
        }
        return key.length();
    }

    /** Also an object behind the argument may be missing. */
    public static int second(Node node) {
        return node.next.value;
    }

    /** What closes the second argument looks at it, and the first is what is missing. */
    public static int closing(String text, AutoCloseable other) throws Exception {
        try (AutoCloseable closed = other) {
            return text.length();
        }
    }

    /** The program throws again what it caught. */
    public static int again(String text) {
        try {
            return text.length();
        } catch (NullPointerException e) {
            throw e;
        }
    }
}
