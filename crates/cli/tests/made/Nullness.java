package demo;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Objects;

public class Nullness {
    @Target(ElementType.TYPE_USE)
    @interface Nullable {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface NonNull {
    }

    /** The annotation says that there need not be a text, and the code does not think of that. */
    public static int length(int least, @Nullable String text) {
        return Math.max(least, text.length());
    }

    /** Who passes null is at fault. */
    public static int first(@NonNull String text, int otherwise) {
        return text.isEmpty() ? otherwise : text.charAt(0);
    }

    /** As if it were said by an annotation. */
    public static int required(String text) {
        Objects.requireNonNull(text, "text");
        return text.length();
    }

    /** Nothing is said. */
    public static int unsaid(String text) {
        return text.length();
    }

    /** Only the elements may be null. */
    public static int count(@Nullable String[] texts) {
        return texts.length;
    }

    /** An inner class, whose constructor has a parameter that the source does not show. */
    public class Inner {
        private final int length;

        public Inner(@NonNull String text) {
            length = text.length();
        }

        public int length() {
            return length;
        }
    }
}
