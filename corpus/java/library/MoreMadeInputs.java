// Pins: character sets, locks, comparators, functions, streams and positions of the input are made by public calls.
package corpus.library;

import java.lang.annotation.RetentionPolicy;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Stack;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

public class MoreMadeInputs {
    public static int encoded(CharsetEncoder encoder, char letter) {
        if (encoder.canEncode(letter)) { // expect: true reached, false reached
            return encoder.maxBytesPerChar() > 2 ? 1 : 2; // expect: true reached, false reached
        }
        return 0;
    }

    public static int buffered(ByteBuffer bytes, CharBuffer letters) {
        if (bytes.remaining() >= 2 && bytes.get() == 7 && bytes.get() == 9) { // expect: true reached, false reached
            return letters.hasRemaining() && letters.get() == 'q' ? 1 : 2; // expect: true reached, false reached
        }
        return 0;
    }

    public static int inherited(LinkedHashMap<String, Integer> map, LinkedHashSet<String> set, Stack<String> stack) {
        if (map.size() == 1) { // expect: true reached, false reached
            return set.size() == 1 ? 1 : 2; // expect: true reached, false reached
        }
        return stack.size() == 2 ? 3 : 4; // expect: true reached, false reached
    }

    public static int charset(Charset charset) {
        if (charset.equals(StandardCharsets.US_ASCII)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int locked(Lock lock) {
        lock.lock();
        try {
            return 1; // expect: reached
        } finally {
            lock.unlock();
        }
    }

    public static int holds(ReentrantLock lock) {
        if (lock.isHeldByCurrentThread()) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int compared(Comparator<String> comparator) {
        if (comparator.compare("a", "b") < 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int applied(Function<Integer, Integer> function) {
        if (function.apply(5) == 5) {
            return 1; // expect: reached
        }
        return 0; // expect: possible
    }

    public static int tested(Predicate<Integer> predicate) {
        if (predicate.test(5)) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int streamed(Stream<Object> stream) {
        if (stream.count() == 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int parsed(ParsePosition position) {
        if (position.getIndex() == 7) {
            return 1; // expect: reached
        }
        return position.getErrorIndex(); // expect: reached
    }

    public static int mapped(ConcurrentMap<String, Object> map) {
        if (map.containsKey("k")) {
            return 1; // expect: possible(strict)
        }
        return map.size(); // expect: reached
    }

    public static int properties(Properties properties) {
        if (properties.isEmpty()) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int zone(TimeZone zone) {
        if (zone.getRawOffset() == 3600) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int queued(ReferenceQueue<Object> queue) {
        if (queue.poll() == null) {
            return 1; // expect: reached
        }
        return 0; // expect: impossible
    }

    public static int weak(WeakReference<String> reference) {
        if (reference.get() == null) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int slots(AtomicReferenceArray<String> slots) {
        if (slots.length() == 2 && slots.compareAndSet(1, null, "clew")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ofPolicies(EnumSet<RetentionPolicy> policies) {
        if (policies.contains(RetentionPolicy.CLASS)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int underPolicies(EnumMap<RetentionPolicy, String> texts) {
        texts.put(RetentionPolicy.SOURCE, "clew");
        if (texts.size() == 1) {
            return 1; // expect: reached
        }
        return 0;
    }

    public static int byIdentity(IdentityHashMap<String, String> map, String key) {
        if (map.isEmpty()) {
            return 1; // expect: reached
        }
        return 0;
    }
}
