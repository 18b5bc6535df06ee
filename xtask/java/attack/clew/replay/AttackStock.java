package clew.replay;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.FieldPosition;
import java.text.Format;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values of the types of the JDK. */
final class AttackStock {
    static final List<Locale> LOCALES =
            Arrays.asList(
                    Locale.ROOT,
                    Locale.US,
                    Locale.GERMANY,
                    Locale.JAPAN,
                    new Locale("tr", "TR"),
                    new Locale("lt"),
                    new Locale("az"),
                    new Locale("ja", "JP", "JP"),
                    new Locale("th", "TH", "TH"),
                    Locale.forLanguageTag("ar-EG-u-nu-arab"),
                    Locale.forLanguageTag("hi-IN-u-nu-deva"),
                    Locale.forLanguageTag("fr-CA"),
                    new Locale("", "CH"),
                    new Locale("no", "NO", "NY"));

    static final List<String> ZONES =
            Arrays.asList("UTC", "GMT", "Asia/Kolkata", "America/St_Johns", "Pacific/Apia", "Europe/Dublin", "GMT+14:00", "GMT-00:01", "");

    private static final List<String> TEXTS =
            Arrays.asList(
                    "", "a", "A", " ", "0", "-1", "1.5", "-0.0", "true", "null", "abc", "a,b;c", "\t\n", "\u0000", "i", "I", "İ", "ß",
                    "\uD83D\uDE00", "\uD800", "\uDC00x", "é", "e\u0301", "NaN", "1e400", "0x1F", "2147483648", "9223372036854775808",
                    "2026-11-23T10:00:00Z", "P1D", "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "{0,number}", "%s %d", "${x}", "java.lang.String", "[I", "[Ljava.lang.String;",
                    "a=b", "/tmp/x", "C:\\x", "http://a/b?c=d", "en_US", "de", "UTF-8", "*", "(a|b)+", "<a b='c'>&amp;</a>", "=?UTF-8?Q?a?=", "McDonald",
                    "Schmidt", "Pfister", "Tchaikovsky", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");

    private static final int[] NUMBERS = {
        0, 1, -1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 17, 31, 32, 33, 63, 64, 65, 76, 100, 127, 128, 129, 255, 256, -2, -127, -128, -129, 999, 1000, 32767, -32768, 65535
    };

    private static final double[] FRACTIONS = {
        0, -0.0, 1, -1, 0.5, 1.5, 2, 10, 1e-10, 1e10, 1e300, Math.PI, Double.NaN, Double.MIN_VALUE, Double.MAX_VALUE,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_NORMAL, 4503599627370497.5, 1e-300
    };

    /** How an object of a type is made. */
    private interface Recipe {
        Object make(AttackRandom random, Function<Class<?>, Object> other);
    }

    private static final Map<Class<?>, Recipe> RECIPES = new HashMap<>();

    static {
        texts();
        numbers();
        collections();
        streams();
        others();
    }

    private AttackStock() {}

    private static void texts() {
        RECIPES.put(StringBuilder.class, (r, o) -> new StringBuilder(text(r)));
        RECIPES.put(StringBuffer.class, (r, o) -> new StringBuffer(text(r)));
        RECIPES.put(CharBuffer.class, (r, o) -> CharBuffer.wrap(text(r)));
        RECIPES.put(ByteBuffer.class, (r, o) -> ByteBuffer.wrap(text(r).getBytes(StandardCharsets.UTF_8)));
        RECIPES.put(StringTokenizer.class, (r, o) -> new StringTokenizer(text(r), text(r)));
        RECIPES.put(Locale.class, (r, o) -> r.of(LOCALES));
        RECIPES.put(Charset.class, (r, o) -> r.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16LE, Charset.forName("UTF-16"), StandardCharsets.US_ASCII));
        RECIPES.put(Pattern.class, (r, o) -> Pattern.compile(Pattern.quote(text(r))));
        RECIPES.put(ParsePosition.class, (r, o) -> new ParsePosition(r.of(0, 0, 1, 5, -1)));
        RECIPES.put(FieldPosition.class, (r, o) -> new FieldPosition(r.below(4)));
        RECIPES.put(Format.class, (r, o) -> r.of(new SimpleDateFormat("yyyy"), new DecimalFormat("0.0")));
        RECIPES.put(NumberFormat.class, (r, o) -> r.percent(50) ? NumberFormat.getInstance() : new DecimalFormat("0.###"));
    }

    private static void numbers() {
        RECIPES.put(BigInteger.class, (r, o) -> r.percent(70) ? BigInteger.valueOf(integer(r)) : BigInteger.ONE.shiftLeft(r.below(200)).negate());
        RECIPES.put(BigDecimal.class, (r, o) -> new BigDecimal(BigInteger.valueOf(integer(r)), r.below(6) - 2));
        RECIPES.put(MathContext.class, (r, o) -> new MathContext(r.below(9)));
        RECIPES.put(AtomicInteger.class, (r, o) -> new AtomicInteger(integer(r)));
        RECIPES.put(AtomicLong.class, (r, o) -> new AtomicLong(integer(r)));
        RECIPES.put(Random.class, (r, o) -> new Random(integer(r)));
        RECIPES.put(Date.class, (r, o) -> new Date(r.percent(50) ? integer(r) * 1000003L : r.bits()));
        RECIPES.put(TimeZone.class, (r, o) -> TimeZone.getTimeZone(r.of(ZONES)));
        RECIPES.put(Calendar.class, (r, o) -> new GregorianCalendar(r.below(3000), r.below(14), r.below(40)));
        RECIPES.put(UUID.class, (r, o) -> new UUID(r.bits(), r.bits()));
        RECIPES.put(BitSet.class, (r, o) -> BitSet.valueOf(new long[] {r.bits()}));
    }

    private static void collections() {
        collection(ArrayList::new, Iterable.class, Collection.class, List.class, AbstractList.class, ArrayList.class, RandomAccess.class);
        collection(LinkedList::new, LinkedList.class, Deque.class, Queue.class);
        collection(all -> new HashSet<>(all), Set.class, HashSet.class);
        collection(all -> new LinkedHashSet<>(all), LinkedHashSet.class);
        collection(AttackStock::sorted, SortedSet.class, NavigableSet.class, TreeSet.class);
        collection(Vector::new, Vector.class);
        collection(all -> all.iterator(), Iterator.class);
        collection(all -> new ArrayList<>(all).listIterator(), ListIterator.class);
        collection(Collections::enumeration, Enumeration.class);
        collection(Collection::stream, Stream.class);
        collection(all -> all.spliterator(), Spliterator.class);
        map(HashMap::new, Map.class, AbstractMap.class, HashMap.class);
        map(LinkedHashMap::new, LinkedHashMap.class);
        map(AttackStock::sorted, SortedMap.class, NavigableMap.class, TreeMap.class);
        map(Hashtable::new, Hashtable.class, Dictionary.class);
        map(all -> concurrent(all), ConcurrentMap.class, ConcurrentHashMap.class);
        map(all -> all.isEmpty() ? null : all.entrySet().iterator().next(), Map.Entry.class);
        RECIPES.put(Properties.class, (r, o) -> { Properties made = new Properties(); made.setProperty(text(r), text(r)); return made; });
        RECIPES.put(Comparator.class, (r, o) -> r.of(Comparator.naturalOrder(), Comparator.reverseOrder(), Comparator.comparing(String::valueOf)));
        RECIPES.put(Optional.class, (r, o) -> Optional.ofNullable(o.apply(Object.class)));
    }

    private static void collection(Function<Collection<Object>, Object> kind, Class<?>... types) {
        Recipe recipe = (r, o) -> {
            List<Object> elements = new ArrayList<>();
            for (int at = r.of(0, 1, 1, 2, 3, 6); at > 0; at--) {
                elements.add(o.apply(Object.class));
            }
            return kind.apply(elements);
        };
        Arrays.asList(types).forEach(type -> RECIPES.put(type, recipe));
    }

    private static void map(Function<Map<Object, Object>, Object> kind, Class<?>... types) {
        Recipe recipe = (r, o) -> {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (int at = r.of(0, 1, 1, 2, 3, 6); at > 0; at--) {
                entries.put(o.apply(Object.class), o.apply(Object.class));
            }
            return kind.apply(entries);
        };
        Arrays.asList(types).forEach(type -> RECIPES.put(type, recipe));
    }

    private static Object sorted(Collection<Object> elements) {
        Set<Object> sorted = new TreeSet<>(Comparator.comparing(String::valueOf));
        sorted.addAll(elements);
        return sorted;
    }

    private static Object sorted(Map<Object, Object> entries) {
        Map<Object, Object> sorted = new TreeMap<>(Comparator.comparing(String::valueOf));
        sorted.putAll(entries);
        return sorted;
    }

    private static Object concurrent(Map<Object, Object> entries) {
        Map<Object, Object> made = new ConcurrentHashMap<>();
        entries.forEach((key, value) -> made.put(String.valueOf(key), String.valueOf(value)));
        return made;
    }

    private static void streams() {
        Recipe input = (r, o) -> new ByteArrayInputStream(text(r).getBytes(StandardCharsets.ISO_8859_1));
        RECIPES.put(InputStream.class, input);
        RECIPES.put(ByteArrayInputStream.class, input);
        RECIPES.put(OutputStream.class, (r, o) -> new ByteArrayOutputStream());
        RECIPES.put(ByteArrayOutputStream.class, (r, o) -> new ByteArrayOutputStream());
        RECIPES.put(PrintStream.class, (r, o) -> new PrintStream(new ByteArrayOutputStream()));
        RECIPES.put(PrintWriter.class, (r, o) -> new PrintWriter(new StringWriter()));
        RECIPES.put(Reader.class, (r, o) -> new StringReader(text(r)));
        RECIPES.put(Writer.class, (r, o) -> new StringWriter());
        RECIPES.put(Appendable.class, (r, o) -> new StringBuilder());
        RECIPES.put(Readable.class, (r, o) -> new StringReader(text(r)));
        RECIPES.put(File.class, (r, o) -> new File(System.getProperty("java.io.tmpdir"), r.of("a", "b", "c", ".")));
        RECIPES.put(Path.class, (r, o) -> new File(System.getProperty("java.io.tmpdir"), r.of("a", "b", "c", ".")).toPath());
    }

    private static void others() {
        RECIPES.put(Class.class, (r, o) -> r.of(int.class, void.class, Object.class, String.class, int[].class, String[][].class, List.class, Integer.class, Thread.State.class, Override.class, Cloneable.class));
        RECIPES.put(Throwable.class, (r, o) -> r.of(new Exception(), new Error("a"), new IllegalStateException("b", new Exception())));
        RECIPES.put(Exception.class, (r, o) -> r.of(new Exception(), new IllegalArgumentException(text(r))));
        RECIPES.put(Serializable.class, (r, o) -> r.of(text(r), 1, new int[1]));
        RECIPES.put(ClassLoader.class, (r, o) -> AttackStock.class.getClassLoader());
        RECIPES.put(Thread.class, (r, o) -> new Thread(() -> { }));
        RECIPES.put(TimeUnit.class, (r, o) -> r.of(TimeUnit.NANOSECONDS, TimeUnit.MICROSECONDS));
        RECIPES.put(AtomicReference.class, (r, o) -> new AtomicReference<>(o.apply(Object.class)));
    }

    static boolean knows(Class<?> type) {
        return RECIPES.containsKey(type);
    }

    static Object make(Class<?> type, AttackRandom random, Function<Class<?>, Object> other) {
        return RECIPES.get(type).make(random, other);
    }

    static String text(AttackRandom random) {
        switch (random.below(4)) {
            case 0:
                StringBuilder text = new StringBuilder();
                for (int at = random.below(12); at > 0; at--) {
                    text.append((char) (random.percent(95) ? 32 + random.below(95) : random.below(0x3000)));
                }
                return text.toString();
            case 1:
                return random.of(TEXTS) + random.of(TEXTS);
            default:
                return random.of(TEXTS);
        }
    }

    static int integer(AttackRandom random) {
        int kind = random.below(100);
        if (kind < 60) {
            return NUMBERS[random.below(kind < 30 ? 12 : NUMBERS.length)];
        }
        if (kind < 90) {
            return random.below(300) - 100;
        }
        return kind < 96 ? (int) random.bits() : random.of(Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE + 1, Integer.MAX_VALUE - 1, 1 << 30);
    }

    static double fraction(AttackRandom random) {
        int kind = random.below(10);
        if (kind < 6) {
            return FRACTIONS[random.below(FRACTIONS.length)];
        }
        return kind < 9 ? integer(random) / 4.0 : Double.longBitsToDouble(random.bits());
    }
}
