// Pins: a static field whose value only the running machine knows, or whose making cannot be followed, hides what reads it and
// nothing else, whatever its class's initializer does before and after.
package corpus.statics;

import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.NumberFormat;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;

public final class HiddenFields {
    private static final Logger LOG = Logger.getLogger(HiddenFields.class.getName());
    private static final long START = System.currentTimeMillis();
    private static final NumberFormat AMOUNT = NumberFormat.getInstance();
    private static final Charset DEFAULT = Charset.defaultCharset();
    private static final String SEPARATOR = System.lineSeparator();
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final ThreadLocal<int[]> BUFFER = ThreadLocal.withInitial(() -> new int[3]);
    private static final SecureRandom SECURE = new SecureRandom();
    private static final ServiceLoader<Runnable> PLUGINS = ServiceLoader.load(Runnable.class);
    private static final UUID NODE = UUID.randomUUID();
    private static final Locale LOCALE = Locale.getDefault();
    private static final ExecutorService POOL = Executors.newCachedThreadPool();
    private static final Random RANDOM = new Random();
    private static final Method LENGTH;
    private static final MessageDigest DIGEST;

    private static final Map<String, Integer> CODES = new HashMap<>();
    private static final List<String> NAMES = Collections.unmodifiableList(Arrays.asList("a", "b", "c"));
    private static final int[] PRIMES = {2, 3, 5, 7};
    private static final int LIMIT = Math.max(10, 20);
    private static final boolean DEBUG = Boolean.getBoolean("corpus.no.such.debug");
    private static final AtomicLong SEQUENCE = new AtomicLong();
    private static final Object LOCK = new Object();

    static {
        CODES.put("a", 1);
        CODES.put("b", 2);
        try {
            LENGTH = String.class.getMethod("length");
            DIGEST = MessageDigest.getInstance("SHA-256");
        } catch (ReflectiveOperationException | NoSuchAlgorithmException missing) {
            throw new ExceptionInInitializerError(missing);
        }
    }

    private HiddenFields() {
    }

    static int logged(int x) {
        LOG.info("logged " + x);
        if (x == 3) {
            return 1; // expect: reached
        }
        if (x > 5 && x < 4) {
            return 2; // expect: unreachable
        }
        return 3; // expect: reached
    }

    static int code(String name) {
        Integer code = CODES.get(name);
        if (code == null) {
            return 0; // expect: reached
        }
        if (code == 1) {
            return 1; // expect: reached
        }
        if (code == 7) {
            return 7; // expect: unreachable
        }
        return 2; // expect: reached
    }

    static int name(int index) {
        if (NAMES.get(index).equals("c")) { // expect: true reached, false reached
            return index == 2 ? 1 : 2; // expect: true reached, false unreachable
        }
        return 0; // expect: reached
    }

    static int prime(int index) {
        return PRIMES[index] == 7 ? 1 : 0; // expect: true reached, false reached
    }

    static int limited(int x) {
        if (x > LIMIT) {
            return 1; // expect: reached
        }
        if (LIMIT == 3) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int debugged(int x) {
        if (DEBUG) {
            return -1; // expect: unreachable(if env:corpus.no.such.debug)
        }
        return x == 1 ? 1 : 0; // expect: true reached, false reached
    }

    static int locked(int x) {
        synchronized (LOCK) {
            if (x == 3) {
                return 1; // expect: reached
            }
            return 0; // expect: reached
        }
    }

    static long next() {
        long number = SEQUENCE.incrementAndGet();
        return number == 1 ? 1 : 0; // expect: true reached, false possible
    }

    static int buffered(int x) {
        int[] buffer = BUFFER.get();
        if (buffer.length != 3) {
            return -1; // expect: impossible
        }
        buffer[0] = x;
        return buffer[0] == 5 ? 1 : 0; // expect: true reached, false reached
    }

    static int sinceStart(long now) {
        if (now < START) {
            return -1; // expect: reached
        }
        if (START == 77) {
            return 77; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    static int processors(int x) {
        if (PROCESSORS < 1) {
            return -1; // expect: impossible
        }
        return x > PROCESSORS ? 1 : 0; // expect: true possible(strict), false possible(strict)
    }

    static int locale() {
        if (LOCALE == Locale.ENGLISH) {
            return 1; // expect: possible(strict)
        }
        if (LOCALE.equals(Locale.US)) {
            return 2; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    static int node(UUID node) {
        return NODE.equals(node) ? 1 : 0; // expect: true possible, false reached
    }

    static int parts() {
        if (AMOUNT == null || DEFAULT == null || SECURE == null || PLUGINS == null || POOL == null || RANDOM == null) {
            return -1; // expect: impossible
        }
        return LENGTH == null || DIGEST == null || SEPARATOR == null ? -2 : 0; // expect: reached
    }
}
