package clew.replay;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.AbstractList;
import java.util.Random;

/** Objects that behave as the language lets objects behave, and as their authors should not let them. */
final class AttackOdd {
    private AttackOdd() {}

    /** What a callback of an odd object does: something else each time. */
    interface Mood {
        AttackRandom random();
    }

    /** A text of another length each time that it is asked for. */
    static final class Text implements CharSequence, Comparable<Object> {
        private final Mood mood;

        Text(Mood mood) {
            this.mood = mood;
        }

        @Override
        public int length() {
            return mood.random().of(0, 1, 2, 3, 5, -1);
        }

        @Override
        public char charAt(int index) {
            return mood.random().of('a', '0', ' ', '-', '.', '\u0000', '\uD800', 'ß');
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return mood.random().of("", "a", "0x1", null);
        }

        @Override
        public String toString() {
            return mood.random().of("", "a", "-1", null);
        }

        @Override
        public int compareTo(Object other) {
            return mood.random().of(-1, 0, 1, Integer.MIN_VALUE);
        }

        @Override
        public boolean equals(Object other) {
            return mood.random().percent(50);
        }

        @Override
        public int hashCode() {
            return mood.random().of(0, 1, -1, 31);
        }
    }

    /** A number that is another one each time. */
    static final class Quantity extends Number {
        private static final long serialVersionUID = 1;
        private final transient Mood mood;

        Quantity(Mood mood) {
            this.mood = mood;
        }

        @Override
        public int intValue() {
            return mood.random().of(0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }

        @Override
        public long longValue() {
            return mood.random().of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
        }

        @Override
        public float floatValue() {
            return (float) doubleValue();
        }

        @Override
        public double doubleValue() {
            return mood.random().of(0.0, -0.0, 1.5, Double.NaN, Double.NEGATIVE_INFINITY);
        }
    }

    /** A list of another size each time. */
    static final class Sequence extends AbstractList<Object> {
        private final Mood mood;

        Sequence(Mood mood) {
            this.mood = mood;
        }

        @Override
        public Object get(int index) {
            return mood.random().of("a", null, 1, this);
        }

        @Override
        public int size() {
            return mood.random().of(0, 1, 2, 3, -1);
        }
    }

    /** Random numbers at the ends of their ranges. */
    static final class Numbers extends Random {
        private static final long serialVersionUID = 1;
        private final transient Mood mood;

        Numbers(Mood mood) {
            super(0);
            this.mood = mood;
        }

        @Override
        protected int next(int bits) {
            return mood == null ? 0 : mood.random().of(0, -1, 1, 0x7FFFFFFF) >>> 32 - bits;
        }
    }

    /** What stands behind an interface that nobody implements: any result, an exception, or calls of other things first. */
    static InvocationHandler behind(AttackCalls calls) {
        return (proxy, method, arguments) -> answer(calls, proxy, method, arguments);
    }

    private static Object answer(AttackCalls calls, Object proxy, Method method, Object[] arguments)
            throws Throwable {
        switch (method.getName()) {
            case "equals":
                if (arguments != null && arguments.length == 1) {
                    return calls.random().percent(70) ? proxy == arguments[0] : calls.random().percent(50);
                }
                break;
            case "hashCode":
                if (arguments == null) {
                    return calls.random().percent(70) ? System.identityHashCode(proxy) : calls.random().below(3);
                }
                break;
            case "toString":
                if (arguments == null) {
                    return calls.random().of("odd", "", null);
                }
                break;
            default:
        }
        if (calls.random().percent(4)) {
            throw calls.random().of(new IllegalStateException("odd"), new NullPointerException(), new RuntimeException());
        }
        if (calls.random().percent(4) && method.getExceptionTypes().length > 0) {
            Object thrown = calls.make(calls.random().of(method.getExceptionTypes()));
            if (thrown instanceof Throwable) {
                throw (Throwable) thrown;
            }
        }
        if (arguments != null && arguments.length > 0 && calls.random().percent(20)) {
            Object argument = calls.random().of(arguments);
            if (method.getReturnType().isInstance(argument)) {
                return argument;
            }
        }
        if (calls.random().percent(10)) {
            calls.interfere();
        }
        return calls.make(method.getReturnType());
    }
}
